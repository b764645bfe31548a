/** Keyboard control of the table: translates key presses into actions. */

import { meaningOf } from "./table-keys.js";
import { byId } from "./table-page.js";

/** @typedef {import("./table-aim.js").Aim} Aim */

/**
 * @typedef {object} Actions
 * @property {(target: string) => void} lay
 * @property {(piece: string) => void} pick
 * @property {() => void} takeBack
 * @property {() => void} confirm
 * @property {(gesture: () => void) => boolean} defer postpones a key press while an answer is pending
 */

export class Keyboard {
  /**
   * @param {Aim} aim
   * @param {{isShowing: boolean, skip: () => void, skipAll: () => void}} queue
   * @param {Actions} actions
   */
  constructor(aim, queue, actions) {
    this.aim = aim;
    this.queue = queue;
    this.actions = actions;
    document.addEventListener("keydown", (event) => this.press(event));
    // The cursor follows the focus, so that only one place is marked.
    document.addEventListener("focusin", ({ target }) => aim.setCursor(aim.targetAt(/** @type {any} */ (target))));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { aim, queue } = this;
    const focused = document.activeElement;
    const letters = aim.letters();
    const isTyping = Boolean(focused?.matches("input:not([type=radio], [type=range]), textarea, select"));
    // While an answer is pending, letters, digits and signs are deferred too, because the answer may give them a meaning.
    const mayMean = !isTyping && /^[a-z0-9+-]$/i.test(event.key);
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
    if (!this.actions.defer(() => this.press(event)) && meaning) this.perform(meaning, letters);
  }

  /**
   * Whether a key is for the focused control. On an open place, and on any place before a kind of piece is chosen, all
   * keys are. On the radio button of a piece, and on a place that is no longer open, only Space is.
   * @param {Element | null} focused
   * @param {string} key */
  isOnControl(focused, key) {
    const { aim } = this;
    if (focused?.matches('button[name="place"], input[name="piece"]:not([data-piece] *)')) return Boolean(aim.source ? aim.targetAt(focused) : aim.acts.length);
    return Boolean(focused?.matches(`a, button, summary, input${key === " " ? "" : ":not([type=radio])"}`));
  }

  /**
   * @param {import("./table-keys.js").Meaning} meaning
   * @param {Map<string, string>} letters
   */
  perform(meaning, letters) {
    const { aim, queue, actions } = this;
    if (meaning.does === "pick") {
      const piece = aim.pieceAt(aim.pieces[meaning.number - 1] ?? null);
      if (piece !== null) actions.pick(piece);
    } else if (meaning.does === "lay") actions.lay(letters.get(meaning.letter) ?? "");
    else if (meaning.does === "cursor") aim.step(meaning.by);
    else if (meaning.does === "here") actions.lay(aim.cursor ?? "");
    else if (meaning.does === "confirm") actions.confirm();
    else if (meaning.does === "undo") actions.takeBack();
    else if (meaning.does === "skip") queue.skip();
    else if (meaning.does === "skip-all") queue.skipAll();
    else if (meaning.does === "drop") aim.pick(null);
    else if (meaning.does === "hint") byId("ask")?.click();
    else if (meaning.does === "keys") byId("keys")?.showPopover();
    else location.hash = location.hash === `#pane-${meaning.does}` ? "#main" : `#pane-${meaning.does}`;
  }
}
