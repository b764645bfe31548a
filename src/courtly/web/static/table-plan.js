/**
 * A plan: the viewer prepares a turn while other players move. The server names the acts that may be prepared, in lists of
 * which at most one act is used. A plan is never sent or stored. On the viewer's turn it becomes the draft, as far as the
 * server allows it. This module is loaded when a page first has such acts. */

import { isOpen } from "./table-acts.js";
import { Draft } from "./table-draft.js";
import { byId } from "./table-page.js";
import { showNotice } from "./table-refusal.js";

/** @typedef {import("./table-acts.js").Act} Act */
/** @typedef {import("./table-draft.js").Moment} Moment */

/** The turn of a plan. No match has it, so the server would reject a plan. */
const NO_TURN = -1;

/**
 * From now on, the page offers a plan while other players move: it can take one.
 * @returns {Act[]} the acts that the viewer may prepare, according to the page
 */
function plannedActs() {
  document.body.classList.add("can-plan");
  /** @type {Act[][]} */
  const lists = JSON.parse(byId("plan-data")?.textContent || "[]");
  return lists.flatMap((acts, slot) => acts.map((act) => ({ ...act, slot: slot + 1 })));
}

/**
 * Leave out the acts that a later act replaces: it uses the same piece, or it is from the same list.
 * @param {Act[]} laid
 */
export function withoutReplaced(laid) {
  return laid.filter((act, place) => !laid.slice(place + 1).some((later) => later.source === act.source || later.slot === act.slot));
}

/** A draft that is a plan while it is not the viewer's turn. */
export class Plan extends Draft {
  /** @type {() => Act[]} returns the acts that the viewer may prepare */
  prepare = plannedActs;
  isPlan = false;
  /** Whether the draft was prepared before the viewer's turn. */
  isPlanned = false;
  /** @type {Act[]} the acts of the plan that are not in the draft yet */
  rest = [];
  /** Whether some acts of the plan have become impossible, and the viewer does not know yet. */
  isReduced = false;

  /** @param {Moment} moment */
  begin(moment) {
    const planned = this.isPlan && moment.match === this.moment.match ? this.laid : [];
    const acts = moment.acts.length ? [] : this.prepare();
    this.isPlan = acts.length > 0;
    const now = this.isPlan ? { ...moment, turn: NO_TURN, acts } : moment;
    const isKept = super.begin(now);
    if (!planned.length || !now.acts.length) return isKept;
    const possible = planned.filter((act) => now.acts.some((one) => isOpen(one) && one.move === act.move && one.source === act.source));
    this.isReduced = possible.length < planned.length;
    if (this.isPlan) this.laid = possible;
    else {
      this.rest = possible;
      this.isPlanned = possible.length > 0;
    }
    return true;
  }

  clear() {
    super.clear();
    this.rest = [];
    this.isPlanned = false;
  }

  /**
   * Replace the moves. On the viewer's turn the rest of the plan follows them. If it cannot follow yet, because the game
   * asks something first, it waits for the next move.
   * @param {Act[]} laid
   */
  async replace(laid) {
    if (this.isPlan) {
      this.laid = withoutReplaced(laid);
      // All acts stay open, so that a plan is never complete and cannot be sent.
      this.answer = { acts: this.moment.acts };
    } else {
      if (!(await this.replaceWithRest(laid))) return false;
      if (this.isPlanned && this.answer) this.answer.isPlanned = true;
    }
    if (this.isReduced) showNotice(byId("plan-data")?.dataset.reduced ?? "");
    this.isReduced = false;
    return true;
  }

  /** @param {Act[]} laid */
  async replaceWithRest(laid) {
    const all = [...laid, ...this.rest];
    try {
      const isReplaced = await super.replace(all);
      if (isReplaced) this.rest = [];
      return isReplaced;
    } catch (error) {
      const { index } = /** @type {import("./table-server.js").Refusal} */ (error);
      if (index === undefined || index < laid.length || !this.rest.length) throw error;
      this.rest = all.slice(index);
      return super.replace(all.slice(0, index));
    }
  }

  /** @param {number} [place] */
  async takeBack(place) {
    this.rest = [];
    return super.takeBack(place);
  }
}
