import assert from "node:assert/strict";
import test from "node:test";

import { actOf, actsBetween, moveOf, soleSource, sourcesOf, targetsOf } from "../../../src/courtly/web/static/table-acts.js";

const act = (move, source, target, why_not = "") => ({ move, words: move, source, target, why_not });
const HAND = [
  act("play hare above", "hand/0", "above"),
  act("play hare below", "hand/0", "below", "used"),
  act("play toad above", "hand/1", "above", "used"),
  act("end", null, null),
];

test("only pieces with an open act may be picked up", () => {
  assert.deepEqual([...sourcesOf(HAND)], ["hand/0"]);
});

test("places of a piece are open, or closed with a reason", () => {
  assert.deepEqual(targetsOf(HAND, "hand/0"), { open: new Set(["above"]), shut: new Map([["below", "used"]]) });
});

test("a place that one act closes and another opens is open", () => {
  const acts = [act("stake 1", "purse", "tile", "too little"), act("stake 2", "purse", "tile")];
  assert.deepEqual(targetsOf(acts, "purse"), { open: new Set(["tile"]), shut: new Map() });
});

test("a sole movable piece is the source without being picked up", () => {
  assert.equal(soleSource(HAND), "hand/0");
  assert.equal(soleSource([...HAND, act("play stag above", "hand/2", "above")]), null);
  assert.equal(soleSource([act("end", null, null)]), null);
});

test("open acts are found by source and target or by move", () => {
  assert.deepEqual(actsBetween(HAND, "hand/0", "above").map((one) => one.move), ["play hare above"]);
  assert.deepEqual(actsBetween(HAND, "hand/0", "below"), []);
  assert.equal(actOf(HAND, "end"), HAND[3]);
  assert.equal(actOf(HAND, "play hare below"), undefined);
});

for (const [fields, move] of [
  [[["move", "end"], ["piece", "play hare"], ["amount", "7"]], "end"],
  [[["of-amount", "stake"], ["amount", "7"], ["piece", "play hare"]], "stake 7"],
  [[["piece", "play hare"], ["place", "above"]], "play hare above"],
]) {
  test(`the pressed button makes the move "${move}"`, () => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    assert.equal(moveOf(form), move);
  });
}
