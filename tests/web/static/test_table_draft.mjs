import assert from "node:assert/strict";
import test from "node:test";

import { Draft } from "../../../src/courtly/web/static/table-draft.js";

const act = (move, why_not = "") => ({ move, words: move, source: null, target: null, why_not });
const [HARE, TOAD, STAG] = [act("hare"), act("toad"), act("stag")];

/** A turn of three cards in any order; `asked` collects the requests. */
function turn() {
  const asked = [];
  const draft = new Draft(async (moment, moves) => {
    asked.push(moves);
    if (moves.includes("refused") || moves[0] === "toad") throw new Error("not so");
    return { acts: [HARE, TOAD, STAG].filter((one) => !moves.includes(one.move)), regions: {} };
  });
  draft.begin({ match: 1, turn: 4, acts: [HARE, TOAD, STAG] });
  return { draft, asked };
}

test("acts join the draft, and the server provides the next acts", async () => {
  const { draft, asked } = turn();
  await draft.lay(HARE);
  await draft.lay(TOAD);
  assert.deepEqual(asked, [["hare"], ["hare", "toad"]]);
  assert.deepEqual(draft.acts, [STAG]);
});

test("a turn is whole when no act can follow", async () => {
  const { draft } = turn();
  assert.equal(draft.isComplete, false);
  for (const one of [HARE, TOAD, STAG]) await draft.lay(one);
  assert.equal(draft.isComplete, true);
});

test("closed acts do not keep a turn from being whole", async () => {
  const draft = new Draft(async () => ({ acts: [act("toad", "used")] }));
  draft.begin({ match: 1, turn: 0, acts: [HARE] });
  await draft.lay(HARE);
  assert.equal(draft.isComplete, true);
});

test("a draft is sent as one command with a stable id", async () => {
  const { draft } = turn();
  await draft.lay(HARE);
  await draft.lay(STAG);
  const sent = draft.asAct();
  assert.deepEqual(sent, { act: "move", command: sent.command, match: 1, turn: 4, moves: ["hare", "stag"] });
  assert.match(sent.command, /^[A-Za-z0-9_-]{1,64}$/);
  assert.equal(draft.asAct().command, sent.command);
});

test("another draft has another command id", async () => {
  const { draft } = turn();
  await draft.lay(HARE);
  const { command } = draft.asAct();
  await draft.lay(STAG);
  assert.notEqual(draft.asAct().command, command);
});

test("the last or any other act can be taken back", async () => {
  const { draft } = turn();
  for (const one of [HARE, STAG, TOAD]) await draft.lay(one);
  await draft.takeBack();
  assert.deepEqual(draft.moves, ["hare", "stag"]);
  await draft.takeBack(0);
  assert.deepEqual(draft.moves, ["stag"]);
  await draft.takeBack();
  assert.deepEqual([draft.moves, draft.acts], [[], [HARE, TOAD, STAG]]);
});

test("acts that depend on a removed one are removed too", async () => {
  const { draft } = turn();
  for (const one of [HARE, TOAD, STAG]) await draft.lay(one);
  await draft.takeBack(0);
  assert.deepEqual(draft.moves, []);
});

test("a rejected act leaves the draft unchanged", async () => {
  const { draft } = turn();
  await draft.lay(HARE);
  await assert.rejects(draft.lay(act("refused")), /not so/);
  assert.deepEqual(draft.moves, ["hare"]);
});

test("an outdated answer is ignored", async () => {
  const answers = [];
  const draft = new Draft(() => new Promise((resolve) => answers.push(resolve)));
  draft.begin({ match: 1, turn: 0, acts: [HARE, STAG] });
  const [first, second] = [draft.lay(HARE), draft.lay(STAG)];
  answers[1]({ acts: [] });
  answers[0]({ acts: [HARE] });
  assert.deepEqual([await first, await second], [false, true]);
  assert.deepEqual(draft.moves, ["stag"]);
});

test("a draft lasts as long as its turn", async () => {
  const { draft } = turn();
  await draft.lay(HARE);
  assert.equal(draft.begin({ match: 1, turn: 4, acts: [HARE, TOAD, STAG] }), true);
  assert.deepEqual(draft.moves, ["hare"]);
  assert.equal(draft.begin({ match: 1, turn: 5, acts: [TOAD] }), false);
  assert.deepEqual(draft.moves, []);
});

test("an answer after the end of the turn is ignored", async () => {
  let answer;
  const draft = new Draft(() => new Promise((resolve) => (answer = resolve)));
  draft.begin({ match: 1, turn: 0, acts: [HARE] });
  const laying = draft.lay(HARE);
  draft.begin({ match: 1, turn: 1, acts: [STAG] });
  answer({ acts: [] });
  assert.equal(await laying, false);
  assert.deepEqual(draft.acts, [STAG]);
});
