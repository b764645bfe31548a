import assert from "node:assert/strict";
import test from "node:test";
import { read, write } from "../../../src/courtly/web/static/table-notes.js";

test("notes are read as they were written", () => {
  const notes = { text: "Isaure bluffs.\nTwice.", marks: new Map([["spy:3", "a toad?"], ["domain:1", "ahead"]]) };
  assert.deepEqual(read(write(notes)), notes);
});

test("a line of the text is never taken for a mark", () => {
  const { text, marks } = read(write({ text: "@ the end", marks: new Map() }));
  assert.equal(text, " @ the end");
  assert.equal(marks.size, 0);
});

test("no notes are no text", () => {
  assert.equal(write({ text: "", marks: new Map() }), "");
});
