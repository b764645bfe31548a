import assert from "node:assert/strict";
import test from "node:test";
import { formatNotes, parseNotes } from "../../../src/courtly/web/static/table-notes.js";

test("notes are read as they were written", () => {
  const notes = { text: "Isaure bluffs.\nTwice.", marks: new Map([["spy:3", "a toad?"], ["domain:1", "ahead"]]) };
  assert.deepEqual(parseNotes(formatNotes(notes)), notes);
});

test("a line of the text never becomes a mark", () => {
  const { text, marks } = parseNotes(formatNotes({ text: "@ the end", marks: new Map() }));
  assert.equal(text, " @ the end");
  assert.equal(marks.size, 0);
});

test("empty notes are an empty text", () => {
  assert.equal(formatNotes({ text: "", marks: new Map() }), "");
});
