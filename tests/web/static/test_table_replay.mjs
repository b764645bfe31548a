import assert from "node:assert/strict";
import test from "node:test";

import { roundOf } from "../../../src/courtly/web/static/table-replay.js";

for (const [seats, own, kept] of [
  ["", 0, ""],
  ["0", 0, "0"],
  ["0120", 0, "120"],
  ["000111222000", 0, "111222000"],
  ["0122", 2, "0122"],
  ["0101", 1, "01"],
  ["0120", 1, "20"],
  ["0012121", 0, "12121"],
  ["1212", 0, "1212"],
]) {
  test(`a replay of the turns ${seats || "(none)"} for seat ${own} shows ${kept || "nothing"}`, () => {
    const all = [...seats].map((seat) => ({ entry: { seat: Number(seat) } }));
    assert.equal(roundOf(all, own).map((one) => one.entry.seat).join(""), kept);
  });
}
