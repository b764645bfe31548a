import assert from "node:assert/strict";
import test from "node:test";

import { LONGEST, MANY, QUICK, Queue, STEP, TOO_MANY, paceOf, timeToRead } from "../../../src/courtly/web/static/table-queue.js";

const NOW = { movements: 1, waiting: 0, speed: 1, isHidden: false };

for (const [now, pace] of [
  [{}, STEP],
  [{ speed: 2 }, STEP / 2],
  [{ speed: 0.5 }, STEP * 2],
  [{ speed: 0 }, 0],
  [{ isHidden: true }, 0],
  [{ waiting: MANY }, STEP],
  [{ waiting: MANY + 1 }, QUICK],
  [{ waiting: MANY + 1, movements: 3 }, QUICK / 3],
  [{ waiting: TOO_MANY }, QUICK],
  [{ waiting: TOO_MANY + 1 }, 0],
  [{ movements: 40 }, LONGEST / 40],
  [{ tempo: 0.5 }, STEP / 2],
  [{ tempo: 2, speed: 2 }, STEP],
  [{ tempo: 2, movements: 40 }, LONGEST / 40],
]) {
  test(`a movement takes ${Math.round(pace)} ms with ${JSON.stringify(now)}`, () => {
    assert.equal(paceOf({ ...NOW, ...now }), pace);
  });
}

test("a sentence stays until it can be read, and not at all without animation", () => {
  assert.equal(timeToRead(28, STEP, 1), 2 * STEP);
  assert.equal(timeToRead(28, STEP / 2, 1), 2 * STEP);
  assert.equal(timeToRead(28, STEP * 2, 0.5), 4 * STEP);
  assert.equal(timeToRead(0, STEP, 1), 0);
  assert.equal(timeToRead(80, 0, 1), 0);
});

test("no sentence goes by faster than 26 letters a second at the usual speed", () => {
  for (const letters of [20, 60, 130]) assert.ok(timeToRead(letters, STEP, 1) >= (1000 * letters) / 26);
});

test("at a higher speed, or if many entries wait, a sentence hardly stays", () => {
  assert.equal(timeToRead(80, STEP / 2, 2), STEP / 2);
  assert.equal(timeToRead(80, QUICK, 1), QUICK);
});

/** A queue whose entries end on request; `shown` collects each with its pace. */
function screen() {
  const shown = [];
  const over = [];
  let rests = 0;
  const queue = new Queue({
    show: (entry, pace, signal) =>
      new Promise((resolve) => {
        shown.push([entry.name, pace]);
        if (!pace) resolve();
        over.push(resolve);
        signal.addEventListener("abort", () => resolve());
      }),
    onEmpty: () => (rests += 1),
    isHidden: () => false,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { queue, shown, settle, next: () => (over.at(-1)(), settle()), rests: () => rests };
}

const entries = (count) => Array.from({ length: count }, (_, name) => ({ name, movements: [[]] }));

test("entries are shown one after another until the queue is empty", async () => {
  const { queue, shown, next, rests } = screen();
  queue.push(...entries(2));
  assert.deepEqual(shown, [[0, STEP]]);
  await next();
  assert.deepEqual([shown, rests()], [[[0, STEP], [1, STEP]], 0]);
  await next();
  assert.deepEqual([queue.isShowing, rests()], [false, 1]);
});

test("a client that falls behind catches up, then continues normally", async () => {
  const { queue, shown, next } = screen();
  queue.push(...entries(MANY + 2));
  for (let times = 0; times < MANY + 2; times += 1) await next();
  assert.deepEqual(shown.map(([, pace]) => pace), [STEP, STEP, STEP, STEP, STEP, STEP].map((pace, place) => (place ? pace : QUICK)));
});

test("a very long queue is shown without animation until it is short enough", async () => {
  const { queue, shown, settle } = screen();
  queue.push(...entries(TOO_MANY + 3));
  await settle();
  assert.deepEqual(shown, [[0, 0], [1, 0], [2, QUICK]]);
});

test("skipping an entry shows the next", async () => {
  const { queue, shown, settle } = screen();
  queue.push(...entries(2));
  queue.skip();
  await settle();
  assert.deepEqual(shown, [[0, STEP], [1, STEP]]);
});

test("skipping all does not affect later entries", async () => {
  const { queue, shown, settle } = screen();
  queue.push(...entries(3));
  queue.skipAll();
  await settle();
  assert.deepEqual(shown, [[0, STEP], [1, 0], [2, 0]]);
  queue.push({ name: 3, movements: [[]] });
  assert.deepEqual(shown.at(-1), [3, STEP]);
});

test("skipping all on an empty queue has no effect", async () => {
  const { queue, shown } = screen();
  queue.skipAll();
  queue.push(...entries(1));
  assert.deepEqual(shown, [[0, STEP]]);
});
