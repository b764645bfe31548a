import assert from "node:assert/strict";
import test from "node:test";
import { soundOfStep, soundsOf } from "../../../src/courtly/web/static/table-sounds.js";
import { groupsOf } from "../../../src/courtly/web/static/table-story.js";

const step = (changes) => ({ kind: "card", piece: "play:1", from: "hand:1", to: "domain:1", face: null, count: 1, ...changes });

test("each movement is heard by what moves", () => {
  assert.equal(soundOfStep(step({})), "card");
  assert.equal(soundOfStep(step({ kind: "coins" })), "coins");
  assert.equal(soundOfStep(step({ to: "hand:1" })), "turn-over");
  assert.equal(soundOfStep(step({ count: 12 })), "shuffle");
});

test("an event with a sound of its own is heard, even where nothing moves", () => {
  assert.deepEqual(soundsOf({ event: { id: "moon" } }, []), ["night"]);
  assert.deepEqual(soundsOf({ event: { id: "play", then: [{ id: "eliminate" }] } }, [[step({})], [step({})]]), ["lost", "card"]);
});

test("what is heard and what goes together is the same in a twin world, where other faces lie hidden", () => {
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
