import assert from "node:assert/strict";
import test from "node:test";
import { soundOfStep, soundsOf } from "../../../src/courtly/web/static/table-sounds.js";
import { groupsOf } from "../../../src/courtly/web/static/table-history.js";

const step = (changes) => ({ kind: "card", piece: "play:1", from: "hand:1", to: "domain:1", face: null, count: 1, ...changes });

test("each movement has the sound of its piece", () => {
  assert.equal(soundOfStep(step({})), "card");
  assert.equal(soundOfStep(step({ kind: "coins" })), "coins");
  assert.equal(soundOfStep(step({ to: "hand:1" })), "turn-over");
  assert.equal(soundOfStep(step({ count: 12 })), "shuffle");
});

test("an event with its own sound plays it even without movements", () => {
  assert.deepEqual(soundsOf({ event: { id: "moon" } }, []), ["night"]);
  assert.deepEqual(soundsOf({ event: { id: "play", then: [{ id: "eliminate" }] } }, [[step({})], [step({})]]), ["lost", "card"]);
});

test("sounds and groups are equal in a twin world with other hidden faces", () => {
  const entry = (faces) => ({
    n: 3,
    act: "move",
    seat: 1,
    event: { id: "play", steps: faces.map((face, place) => step({ face, piece: `spy:${place}` })) },
  });
  const [one, twin] = [entry(["hare.spy", "toad.spy", null]), entry(["carp.noble", null, "stag.guard"])];
  const shape = (told) => groupsOf(told).map((group) => group.map(({ face: _, ...rest }) => rest));
  assert.deepEqual(soundsOf(one, groupsOf(one)), soundsOf(twin, groupsOf(twin)));
  assert.deepEqual(shape(one), shape(twin));
});
