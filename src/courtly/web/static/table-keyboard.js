/** Keys at the table: from what is pressed, and what there is on the page, to what is done. */

import { meaningOf } from "./table-keys.js";
import { byId } from "./table-page.js";

/** @typedef {import("./table-aim.js").Aim} Aim */

/**
 * @typedef {object} Doing
 * @property {(target: string) => void} lay
 * @property {(piece: string) => void} pick
 * @property {() => void} takeBack
 * @property {() => void} confirm
 * @property {(gesture: () => void) => boolean} defer keeps what is pressed while an answer is awaited
 */

export class Keyboard {
  /**
   * @param {Aim} aim
   * @param {{isShowing: boolean, skip: () => void, skipAll: () => void}} queue
   * @param {Doing} doing
   */
  constructor(aim, queue, doing) {
    this.aim = aim;
    this.queue = queue;
    this.doing = doing;
    document.addEventListener("keydown", (event) => this.press(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { aim, queue } = this;
    const focused = document.activeElement;
    const letters = aim.letters();
    const isTyping = Boolean(focused?.matches("input:not([type=radio], [type=range]), textarea, select, [contenteditable]"));
    // What a letter means may change with the answer that is awaited.
    const mayMean = !isTyping && /^[a-z0-9]$/i.test(event.key);
    const meaning = meaningOf(event, {
      isTyping,
      isOnControl: this.isOnControl(focused, event.key),
      isShowing: queue.isShowing,
      isAiming: aim.picked !== null,
      hasCursor: aim.cursor !== null,
      letters: [...letters.keys()],
    });
    if (!(meaning || mayMean) || document.querySelector(":popover-open:not(.flight)")) return;
    if (meaning) event.preventDefault();
    if (!this.doing.defer(() => this.press(event)) && meaning) this.perform(meaning, letters);
  }

  /**
   * Whether a key is for what has the focus. Up, down and Enter are for the places, wherever a card was chosen that Space
   * chooses, or a place was pressed that is open no more; but from a place that is chosen like a radio button they lead on
   * to the next such place.
   * @param {Element | null} focused
   * @param {string} key
   */
  isOnControl(focused, key) {
    if (focused?.matches('button[name="place"], input[name="piece"]:not([data-piece] *)')) return this.aim.targetAt(focused) !== null;
    return Boolean(focused?.matches(`a, button, summary, input${key === " " ? "" : ":not([type=radio])"}`));
  }

  /**
   * @param {import("./table-keys.js").Meaning} meaning
   * @param {Map<string, string>} letters
   */
  perform(meaning, letters) {
    const { aim, queue, doing } = this;
    if (meaning.does === "pick") {
      const piece = aim.pieceAt(aim.pieces[meaning.number - 1] ?? null);
      if (piece !== null) doing.pick(piece);
    } else if (meaning.does === "lay") doing.lay(letters.get(meaning.letter) ?? "");
    else if (meaning.does === "cursor") aim.step(meaning.by);
    else if (meaning.does === "here") doing.lay(aim.cursor ?? "");
    else if (meaning.does === "confirm") doing.confirm();
    else if (meaning.does === "undo") doing.takeBack();
    else if (meaning.does === "skip") queue.skip();
    else if (meaning.does === "skip-all") queue.skipAll();
    else if (meaning.does === "drop") aim.pick(null);
    else if (meaning.does === "hint") byId("ask")?.click();
    else location.hash = location.hash === `#pane-${meaning.does}` ? "#main" : `#pane-${meaning.does}`;
  }
}
