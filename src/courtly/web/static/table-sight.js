/** What lies where on the page, and what a step changes of it. */

import { copyOf } from "./table-copies.js";
import { elementOf } from "./table-page.js";

/** @typedef {{kind: string, piece: string, from: string, to: string, face: string | null, count: number}} Step */

/**
 * @typedef {object} Sight what lay where at one moment
 * @property {Map<string, DOMRect>} rects of all that has an id in the scene
 * @property {Set<string>} laid the pieces of a turn that was being laid out
 * @property {Map<string, HTMLElement>} copies of the pieces that were asked for
 */

/**
 * @typedef {object} Flight
 * @property {string} piece
 * @property {DOMRect | null} from
 * @property {DOMRect | null} to
 * @property {HTMLElement | null} before how it looked, where it lay there before
 * @property {HTMLElement | null} after
 * @property {boolean} isTurned whether it looks different now
 * @property {boolean} isCovered whether the real piece waits unseen
 * @property {boolean} [isLanded] whether it is over
 */

/** Pixels within which two places are one. */
const NEAR = 3;

/**
 * Take down what lies where.
 * @param {Iterable<string>} pieces those to be copied
 * @returns {Sight}
 */
export function sight(pieces) {
  const rects = new Map();
  const laid = new Set();
  for (const one of document.querySelectorAll("[data-id]")) {
    const id = one.getAttribute("data-id") ?? "";
    const rect = one.getBoundingClientRect();
    if (rect.width && rect.height && !rects.has(id)) rects.set(id, rect);
    if (one.hasAttribute("data-laid")) laid.add(id);
  }
  const copies = new Map();
  for (const id of pieces) {
    const element = rects.has(id) && elementOf(id);
    if (element && !copies.has(id)) copies.set(id, copyOf(element));
  }
  return { rects, laid, copies };
}

/**
 * How a step is shown; null where there is nothing to see of it, or where it has been seen already.
 * @param {Step} step
 * @param {Sight} before
 * @param {Sight} after
 * @returns {Flight | null}
 */
export function flightOf(step, before, after) {
  if (before.laid.has(step.piece)) return null;
  const [was, is] = [before.rects.get(step.piece) ?? null, after.rects.get(step.piece) ?? null];
  const [old, fresh] = [before.copies.get(step.piece) ?? null, after.copies.get(step.piece) ?? null];
  // Of many alike some go: the rest stays where it is.
  const stays = was !== null && is !== null && isNear(was, is) && step.from !== step.to;
  const from = (stays ? null : was) ?? at(before.rects.get(step.from) ?? after.rects.get(step.from), is ?? was);
  const to = (stays ? null : is) ?? at(after.rects.get(step.to) ?? before.rects.get(step.to), is ?? was);
  const isTurned = old !== null && fresh !== null && !stays && old.textContent !== fresh.textContent;
  if (!(old || fresh) || !(from || to)) return null;
  if (from && to && isNear(from, to) && !isTurned) return null;
  return { piece: step.piece, from, to, before: stays ? null : old, after: fresh ?? old, isTurned, isCovered: is !== null && !stays };
}

/**
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
export function isNear(one, other) {
  return Math.abs(one.x - other.x) < NEAR && Math.abs(one.y - other.y) < NEAR;
}

/**
 * The middle of a place, as large as a piece.
 * @param {DOMRect | undefined} place
 * @param {DOMRect | null} piece
 */
function at(place, piece) {
  if (!place || !piece) return null;
  const { width, height } = piece;
  return new DOMRect(place.x + (place.width - width) / 2, place.y + (place.height - height) / 2, width, height);
}
