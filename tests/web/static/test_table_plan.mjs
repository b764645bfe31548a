import assert from "node:assert/strict";
import test from "node:test";

import { Plan } from "../../../src/courtly/web/static/table-plan.js";

const HAND = ["hare", "toad", "stag"];
const PLACES = ["own", "above", "below"];
const act = (source, target) => ({ move: `${HAND[source]} ${target}`, words: "", source: `hand/${source}`, target, why_not: "", changes: "", slot: target === "own" ? 1 : 2 });
const CHOICES = HAND.flatMap((_, source) => PLACES.map((target) => act(source, target)));
const [HARE_OWN, TOAD_ABOVE, STAG_BELOW] = [act(0, "own"), act(1, "above"), act(2, "below")];

/** A plan while another player moves; `asked` collects the requests, and `refuse` may reject one. */
function plan(refuse = () => undefined) {
  const asked = [];
  const made = new Plan(async (moment, moves) => {
    asked.push(moves);
    const index = refuse(moves);
    if (index !== undefined) throw Object.assign(new Error("not so"), { code: "illegal-move", index });
    return { acts: [], reveals: false };
  });
  made.prepare = () => CHOICES;
  made.begin({ match: 1, turn: 3, acts: [] });
  return { made, asked };
}

const OWN_TURN = { match: 1, turn: 5, acts: CHOICES };

test("a plan asks the server nothing and is never complete", async () => {
  const { made, asked } = plan();
  for (const one of [HARE_OWN, TOAD_ABOVE]) await made.lay(one);
  assert.deepEqual(made.moves, ["hare own", "toad above"]);
  assert.equal(made.isComplete, false);
  assert.deepEqual(asked, []);
  assert.equal(made.asAct().turn, -1);
});

test("a piece has one place in a plan, and a list gives one act", async () => {
  const { made } = plan();
  for (const one of [HARE_OWN, TOAD_ABOVE, STAG_BELOW]) await made.lay(one);
  assert.deepEqual(made.moves, ["hare own", "stag below"]);
  await made.lay(act(0, "above"));
  assert.deepEqual(made.moves, ["hare above"]);
});

test("a plan survives the moves of others, and one act can be taken back", async () => {
  const { made } = plan();
  for (const one of [HARE_OWN, TOAD_ABOVE]) await made.lay(one);
  assert.equal(made.begin({ match: 1, turn: 4, acts: [] }), true);
  await made.takeBack(0);
  assert.deepEqual(made.moves, ["toad above"]);
});

test("on the viewer's turn the plan becomes the draft, and needs Confirm", async () => {
  const { made, asked } = plan();
  for (const one of [HARE_OWN, TOAD_ABOVE]) await made.lay(one);
  assert.equal(made.begin(OWN_TURN), true);
  await made.replace(made.laid);
  assert.deepEqual(asked, [["hare own", "toad above"]]);
  assert.deepEqual(made.moves, ["hare own", "toad above"]);
  assert.equal(made.asAct().turn, 5);
  assert.equal(made.answer.isPlanned, true);
});

test("what is no longer possible is left out", async () => {
  const { made } = plan();
  for (const one of [HARE_OWN, TOAD_ABOVE]) await made.lay(one);
  made.begin({ ...OWN_TURN, acts: CHOICES.filter((one) => one.source !== "hand/0") });
  assert.equal(made.isReduced, true);
  assert.deepEqual(made.rest, [TOAD_ABOVE]);
});

test("the rest of a plan follows the answer to a question", async () => {
  const { made, asked } = plan((moves) => (moves[1] === "toad above" ? 1 : undefined));
  for (const one of [HARE_OWN, TOAD_ABOVE]) await made.lay(one);
  made.begin(OWN_TURN);
  await made.replace(made.laid);
  assert.deepEqual(made.moves, ["hare own"]);
  await made.lay({ ...act(0, "own"), move: "spare" });
  assert.deepEqual(made.moves, ["hare own", "spare", "toad above"]);
  assert.equal(asked.length, 3);
});

test("an act that is taken back during the turn does not come back", async () => {
  const { made } = plan((moves) => (moves[1] === "toad above" ? 1 : undefined));
  for (const one of [HARE_OWN, TOAD_ABOVE]) await made.lay(one);
  made.begin(OWN_TURN);
  await made.replace(made.laid);
  await made.takeBack();
  assert.deepEqual(made.moves, []);
});

test("a refusal of the viewer's own act keeps the draft", async () => {
  const { made } = plan((moves) => (moves.includes("stag below") ? moves.indexOf("stag below") : undefined));
  await made.lay(HARE_OWN);
  made.begin(OWN_TURN);
  await made.replace(made.laid);
  await assert.rejects(made.lay(STAG_BELOW));
  assert.deepEqual(made.moves, ["hare own"]);
});

test("another turn or match has no plan of the last one", async () => {
  const { made } = plan();
  await made.lay(HARE_OWN);
  assert.equal(made.begin({ match: 2, turn: 0, acts: CHOICES }), false);
  assert.deepEqual(made.laid, []);
});
