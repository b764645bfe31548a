import assert from "node:assert/strict";
import test from "node:test";

import { meaningOf } from "../../../src/courtly/web/static/table-keys.js";

const NOW = { isTyping: false, isOnControl: false, isShowing: false, isAiming: false, hasCursor: false, letters: [] };

for (const [key, now, meaning] of [
  ["3", {}, { does: "pick", number: 3 }],
  ["0", {}, null],
  ["i", { letters: ["i"] }, { does: "lay", letter: "i" }],
  ["I", { letters: ["i"] }, { does: "lay", letter: "i" }],
  ["i", {}, null],
  ["u", {}, { does: "undo" }],
  ["u", { letters: ["u"] }, { does: "lay", letter: "u" }],
  ["h", {}, { does: "hint" }],
  ["l", {}, { does: "log" }],
  ["?", {}, { does: "keys" }],
  ["Enter", {}, { does: "confirm" }],
  ["Enter", { hasCursor: true }, { does: "here" }],
  ["Enter", { isOnControl: true }, null],
  ["Enter", { isOnControl: true, hasCursor: true }, null],
  ["ArrowDown", {}, { does: "cursor", by: 1 }],
  ["ArrowUp", {}, { does: "cursor", by: -1 }],
  ["ArrowDown", { isOnControl: true }, null],
  ["Escape", { isAiming: true, isShowing: true }, { does: "drop" }],
  ["Escape", { isShowing: true }, { does: "skip-all" }],
  ["Escape", {}, null],
  [" ", { isShowing: true }, { does: "skip" }],
  [" ", { isShowing: true, isOnControl: true }, null],
  [" ", {}, null],
  ["Tab", {}, null],
  ["3", { isTyping: true }, null],
]) {
  test(`${JSON.stringify(key)} with ${JSON.stringify(now)} does ${meaning?.does ?? "nothing"}`, () => {
    assert.deepEqual(meaningOf({ key }, { ...NOW, ...now }), meaning);
  });
}

test("keys with a modifier are the browser's", () => {
  for (const held of ["ctrlKey", "metaKey", "altKey"]) assert.equal(meaningOf({ key: "l", [held]: true }, NOW), null);
});
