/**
 * A turn that is laid out, drawn over the table: what the server shows after its moves, in the place of what the table
 * shows. The parts that were there before are kept, and are put back whenever the table itself changes.
 */

import { bare, elementOf } from "./table-page.js";

/** @typedef {import("./table-acts.js").Act} Act */

/**
 * @typedef {object} Hole where a laid piece came from
 * @property {string} place
 * @property {number} index among what lies there, holes too
 * @property {number} count of pieces that lay there
 * @property {HTMLElement} copy
 */

const LYING = "[data-piece], [data-hole]";

/** The place in which an element lies, and what lies in it in the same way. */
function around(/** @type {Element} */ element) {
  const place = element.parentElement?.closest("[data-place]");
  return { place, row: element.parentElement ? [...element.parentElement.children].filter((one) => one.matches(LYING)) : [] };
}

/**
 * Take down where a piece lies, before it is laid.
 * @param {string | null} source
 * @returns {Hole | null}
 */
export function holeOf(source) {
  const element = source === null ? null : elementOf(source);
  if (!element?.matches("[data-piece]")) return null;
  const { place, row } = around(element);
  if (!place) return null;
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  for (const one of [copy, ...copy.querySelectorAll("*")]) bare(one);
  copy.setAttribute("data-hole", "");
  copy.setAttribute("aria-hidden", "true");
  const count = row.filter((one) => one.matches("[data-piece]")).length;
  return { place: place.getAttribute("data-id") ?? "", index: row.indexOf(element), count, copy };
}

export class Drawn {
  constructor() {
    /** @type {import("./table-flight.js").Air | null} where a piece lies that the server does not show at its new place */
    this.air = null;
    /** @type {[Element, Element][]} what stands there, and what it stands in the place of */
    this.parts = [];
    /** @type {Map<Act, Hole | null>} */
    this.holes = new Map();
    /** @type {Element[]} */
    this.added = [];
  }

  /** Show the table itself. */
  restore() {
    for (const one of this.added) one.remove();
    for (const [fresh, old] of this.parts.reverse()) fresh.replaceWith(old);
    for (const mark of ["data-laid", "data-hole"]) for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark);
    this.added = [];
    this.parts = [];
  }

  /**
   * Show what the table would be after some acts.
   * @param {readonly Act[]} laid
   * @param {Record<string, string>} regions
   */
  show(laid, regions) {
    const before = places();
    for (const [id, html] of Object.entries(regions)) {
      const old = document.getElementById(id);
      const holder = document.createElement("template");
      holder.innerHTML = html;
      const fresh = holder.content.firstElementChild;
      if (!old || !fresh) continue;
      for (const empty of fresh.querySelectorAll("[data-outside]")) {
        const kept = document.getElementById(empty.id);
        if (kept) empty.replaceWith(kept.cloneNode(true));
      }
      old.replaceWith(fresh);
      this.parts.push([fresh, old]);
    }
    this.mark(laid, before);
    this.dig(laid);
  }

  /**
   * Mark what lies there and is not sent, each piece with the number of its act.
   * @param {readonly Act[]} laid
   * @param {Map<string, string>} before
   */
  mark(laid, before) {
    const fresh = [...places()].filter(([id, place]) => before.get(id) !== place);
    laid.forEach((act, number) => {
      const found = fresh.findIndex(([id, place]) => id !== act.source && (place === act.target || id === act.target));
      if (found < 0) return this.lieAbove(act, number);
      const [[id]] = fresh.splice(found, 1);
      elementOf(id)?.setAttribute("data-laid", String(number));
    });
    for (const act of laid) {
      const button = document.querySelector(`button[name="move"][value="${CSS.escape(act.move)}"]`);
      if (button && !act.target) button.setAttribute("data-laid", String(laid.indexOf(act)));
    }
  }

  /**
   * Let a copy lie where a piece goes: what the last act of a turn would tell is not told before it is done.
   * @param {Act} act
   * @param {number} number
   */
  lieAbove(act, number) {
    const [piece, place] = [elementOf(act.source ?? ""), elementOf(act.target ?? "")];
    if (!piece?.matches("[data-piece]") || !place) return;
    const chosen = piece.querySelector("input");
    if (chosen) chosen.checked = false;
    const copy = this.air?.lie(piece, place);
    copy?.setAttribute("data-laid", String(number));
    if (copy) this.added.push(copy);
    piece.setAttribute("data-hole", String(number));
  }

  /** Where a piece lies only as a copy, with the place that it comes from. */
  above() {
    const copy = this.added.find((one) => one.matches(".flight > *"));
    const from = document.querySelector("[data-piece][data-hole]")?.parentElement?.closest("[data-place]");
    return copy && from ? { place: from.getAttribute("data-id") ?? "", rect: copy.getBoundingClientRect() } : null;
  }

  /**
   * Leave a hole where each piece came from.
   * @param {readonly Act[]} laid
   */
  dig(laid) {
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
      const row = [...parent.children].filter((one) => one.matches(LYING));
      if (row.filter((one) => one.matches("[data-piece]")).length >= hole.count) continue;
      const copy = /** @type {HTMLElement} */ (hole.copy.cloneNode(true));
      copy.setAttribute("data-hole", String(hole.number));
      const next = row[hole.index];
      if (next) next.before(copy);
      else if (row.length) row[row.length - 1].after(copy);
      else parent.append(copy);
      this.added.push(copy);
    }
  }
}

/** In which place each piece lies. */
function places() {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const one of document.querySelectorAll("[data-piece][data-id]")) {
    const place = one.parentElement?.closest("[data-place]");
    found.set(one.getAttribute("data-id") ?? "", place?.getAttribute("data-id") ?? "");
  }
  return found;
}
