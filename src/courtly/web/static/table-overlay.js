/**
 * Shows a draft over the table: the regions after its moves replace the original ones. The original elements are kept,
 * and are put back whenever the table itself changes.
 */

import { actOf, isOpen } from "./table-acts.js";
import { elementOf, stripCopy } from "./table-page.js";

/** @typedef {import("./table-acts.js").Act} Act */

/**
 * @typedef {object} Hole the former position of a moved piece
 * @property {string} place
 * @property {number} index its index in the row, holes included
 * @property {number} count the number of pieces in the row
 * @property {HTMLElement} copy
 */

const IN_ROW = "[data-piece], [data-hole]";

/** Return the place of an element, and the pieces and holes in the same row. */
function rowOf(/** @type {Element} */ element) {
  const place = element.parentElement?.closest("[data-place]");
  return { place, row: element.parentElement ? [...element.parentElement.children].filter((one) => one.matches(IN_ROW)) : [] };
}

/**
 * Return the position of a piece in the tray, before it is moved. On the stage, the game itself shows what is left there.
 * @param {string | null} source
 * @returns {Hole | null}
 */
export function holeOf(source) {
  const element = source === null ? null : elementOf(source);
  if (!element?.matches(".tray [data-piece]")) return null;
  const { place, row } = rowOf(element);
  if (!place) return null;
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  for (const one of [copy, ...copy.querySelectorAll("*")]) stripCopy(one);
  copy.setAttribute("data-hole", "");
  copy.setAttribute("aria-hidden", "true");
  const count = row.filter((one) => one.matches("[data-piece]")).length;
  return { place: place.getAttribute("data-id") ?? "", index: row.indexOf(element), count, copy };
}

export class DraftOverlay {
  constructor() {
    /** @type {import("./table-flight.js").FlightLayer | null} shows a copy of a piece that the server does not show at its
    target */
    this.flightLayer = null;
    /** @type {[Element, Element][]} the inserted elements and the originals that they replace */
    this.replaced = [];
    /** @type {Map<Act, Hole | null>} */
    this.holes = new Map();
    /** @type {Element[]} */
    this.added = [];
  }

  /** Show the original table. */
  restore() {
    for (const one of this.added) one.remove();
    for (const [fresh, old] of this.replaced.reverse()) fresh.replaceWith(old);
    for (const mark of ["data-laid", "data-hole"]) for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark);
    this.added = [];
    this.replaced = [];
  }

  /**
   * Show the table after some acts.
   * @param {readonly Act[]} laid
   * @param {Record<string, string>} regions
   * @param {readonly Act[]} next the acts that may follow
   */
  show(laid, regions, next) {
    const before = places();
    for (const [id, html] of Object.entries(regions)) {
      const old = document.getElementById(id);
      const holder = document.createElement("template");
      holder.innerHTML = html;
      const fresh = holder.content.firstElementChild;
      if (!old || !fresh) continue;
      old.replaceWith(fresh);
      this.replaced.push([fresh, old]);
    }
    this.mark(laid, before, next);
    this.showHoles(laid);
  }

  /**
   * Mark the pieces of the draft with the numbers of their acts.
   * @param {readonly Act[]} laid
   * @param {Map<string, string>} before
   * @param {readonly Act[]} next a button of one of these acts does it again, so it is not marked. If none is open, the
   *   server may not show the effect of the last act, because it would reveal something. It shows no act of a plan
   */
  mark(laid, before, next) {
    const fresh = [...places()].filter(([id, place]) => before.get(id) !== place);
    laid.forEach((act, number) => {
      const found = fresh.findIndex(([id, place]) => place === act.target || id === act.target);
      if (found < 0) return (act.slot || (number === laid.length - 1 && !next.some(isOpen))) && this.showCopy(act, number);
      const [[id]] = fresh.splice(found, 1);
      elementOf(id)?.setAttribute("data-laid", String(number));
    });
    laid.forEach(({ move, target }, number) => {
      if (target || actOf(next, move)) return;
      document.querySelector(`button[name="move"][value="${CSS.escape(move)}"]`)?.setAttribute("data-laid", String(number));
    });
  }

  /**
   * Show a copy of a piece at its target place. The server does not show the effect of an act that would reveal
   * something. A target that is a piece, such as the Moon of a pledge, must stay readable, so it gets no copy.
   * @param {Act} act
   * @param {number} number
   */
  showCopy(act, number) {
    const [piece, place] = [elementOf(act.source ?? ""), elementOf(act.target ?? "")];
    if (!piece?.matches("[data-piece]") || !place?.matches("[data-place]")) return;
    const chosen = piece.querySelector("input");
    if (chosen) chosen.checked = false;
    const copy = this.flightLayer?.showCopy(piece, place);
    copy?.setAttribute("data-laid", String(number));
    if (copy) this.added.push(copy);
    piece.setAttribute("data-hole", String(number));
  }

  /** Return the position of a piece that is shown only as a copy, with the place it comes from. */
  copyPosition() {
    const copy = this.added.find((one) => one.matches(".flight > *"));
    const from = document.querySelector("[data-piece][data-hole]")?.parentElement?.closest("[data-place]");
    return copy && from ? { place: from.getAttribute("data-id") ?? "", rect: copy.getBoundingClientRect() } : null;
  }

  /**
   * Leave a hole at the former position of each piece.
   * @param {readonly Act[]} laid
   */
  showHoles(laid) {
    for (const act of this.holes.keys()) if (!laid.includes(act)) this.holes.delete(act);
    const holes = laid.flatMap((act, number) => {
      const hole = this.holes.get(act);
      return hole ? [{ ...hole, number }] : [];
    });
    for (const hole of holes.sort((one, other) => one.index - other.index)) {
      const place = elementOf(hole.place);
      const piece = place?.querySelector("[data-piece]");
      const parent = piece?.parentElement ?? place?.querySelector("[data-hole]")?.parentElement ?? place;
      if (!parent) continue;
      const row = [...parent.children].filter((one) => one.matches(IN_ROW));
      if (row.filter((one) => one.matches("[data-piece]")).length >= hole.count) continue;
      const copy = /** @type {HTMLElement} */ (hole.copy.cloneNode(true));
      copy.setAttribute("data-hole", String(hole.number));
      parent.insertBefore(copy, row[hole.index] ?? row.at(-1)?.nextSibling ?? null);
      this.added.push(copy);
    }
  }
}

/** Return the place of each piece. */
function places() {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const one of document.querySelectorAll("[data-piece][data-id]")) {
    const place = one.parentElement?.closest("[data-place]");
    found.set(one.getAttribute("data-id") ?? "", place?.getAttribute("data-id") ?? "");
  }
  return found;
}
