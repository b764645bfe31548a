import assert from "node:assert/strict";
import test from "node:test";

import { QUICK, STEP } from "../../../src/courtly/web/static/table-queue.js";
import { EntryHistory, groupsOf, temposOf } from "../../../src/courtly/web/static/table-history.js";

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

const to = (place, seat, id) => ({ ...entry({ id, steps: [step("a", place, "hand"), step("b", "hand", place)] }), seat });

test("consecutive entries of different seats with one target get faster, and rare ones are longer", () => {
  const war = Array.from({ length: 10 }, (_, number) => to("queen", number % 2));
  const found = temposOf([to("king", 0), entry({}), to("king", 1), to("queen", 0), to("queen", 1, "season"), ...war]);
  assert.deepEqual(found.slice(0, 1), [1]);
  assert.equal(found[1], 1);
  assert.ok(found[2] < 1);
  assert.equal(found[3], 1);
  assert.ok(found[4] > 1 && found[5] < 1);
  assert.equal(found.at(-1), QUICK / STEP);
});

test("a bet and its stake have the same duration", () => {
  const found = temposOf([to("king", 0), to("king", 0), to("king", 1), to("king", 1)]);
  assert.equal(found[0], found[1]);
  assert.ok(found[2] < found[1]);
  assert.equal(found[2], found[3]);
});

test("a request to take back a move is shown by its sentence, as is the answer", () => {
  globalThis.document = { querySelector: () => null };
  const history = new EntryHistory();
  const acts = ["move", "take_back", "agree", "refuse", "taken_back", "vote", "time_off"];
  acts.forEach((act, n) => history.receive({ n, act, seat: 0, sentence: act, event: {} }));
  assert.deepEqual(history.pending.map((entry) => entry.sentence), ["move", "take_back", "refuse", "taken_back"]);
});
