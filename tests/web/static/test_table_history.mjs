import assert from "node:assert/strict";
import test from "node:test";

import { QUICK, STEP } from "../../../src/courtly/web/static/table-queue.js";
import { groupsOf, temposOf } from "../../../src/courtly/web/static/table-history.js";

const step = (piece, from, to, kind = "card") => ({ kind, piece, from, to, face: null, count: 1 });
const entry = (...events) => ({ n: 0, act: "move", seat: 0, event: { ...events[0], then: events.slice(1) } });

test("the steps of an entry come from its event and the further events, in order", () => {
  const found = groupsOf(entry({ steps: [step("a", "hand", "above")] }, {}, { steps: [step("b", "deck", "hand")] }));
  assert.deepEqual(found.map((group) => group.map((one) => one.piece)), [["a"], ["b"]]);
});

test("consecutive equal steps form a group", () => {
  const [one, two, three] = ["a", "b", "c"].map((piece) => step(piece, "deck", "hand"));
  const found = groupsOf(entry({ steps: [one, two, step("x", "deck", "aside"), three, step("y", "deck", "hand", "coin")] }));
  assert.deepEqual(found.map((group) => group.length), [2, 1, 1, 1]);
});

test("consecutive entries with one target get faster, and rare ones are longer", () => {
  const to = (place, id) => entry({ id, steps: [step("a", place, "hand"), step("b", "hand", place)] });
  const found = temposOf([to("king"), entry({}), to("king"), to("queen"), to("queen", "season"), ...Array(9).fill(to("queen"))]);
  assert.deepEqual(found.slice(0, 1), [1]);
  assert.equal(found[1], 1);
  assert.ok(found[2] < 1);
  assert.equal(found[3], 1);
  assert.ok(found[4] > 1 && found[5] < 1);
  assert.equal(found.at(-1), QUICK / STEP);
});
