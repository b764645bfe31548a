/** The positions of pieces on the page, and how a movement changes them. */

import { copyOf } from "./table-copies.js";
import { elementOf } from "./table-page.js";

/** @typedef {{kind: string, piece: string, from: string, to: string, face: string | null, count: number}} Step */

/**
 * @typedef {object} Snapshot
 * @property {Map<string, DOMRect>} rects the positions of all elements in the window with an id in the scene
 * @property {Set<string>} laid the pieces that a draft shows at their new place before their movement
 * @property {Map<string, HTMLElement>} copies copies of the requested pieces
 */

/**
 * @typedef {object} Flight
 * @property {string} piece
 * @property {DOMRect | null} from
 * @property {DOMRect | null} to
 * @property {HTMLElement | null} before a copy with the old look, if the piece was visible before
 * @property {HTMLElement | null} after
 * @property {boolean} isTurned whether its look changed
 * @property {boolean} hidesPiece whether the real piece is hidden
 * @property {boolean} [isLanded] whether the flight is over
 */

/** Pixels within which two positions count as equal. */
const NEAR = 3;

/**
 * Take a snapshot of all positions.
 * @param {Iterable<string>} pieces the pieces to copy, each once
 * @returns {Snapshot}
 */
export function takeSnapshot(pieces) {
  const rects = new Map();
  const laid = new Set();
  for (const one of document.querySelectorAll("[data-id]")) {
    const id = one.getAttribute("data-id") ?? "";
    const rect = one.getBoundingClientRect();
    // On a phone, a part of the table may be scrolled away: nothing flies there.
    if (rect.width && rect.height && rect.x < innerWidth && rect.right > 0 && !rects.has(id)) rects.set(id, rect);
    if (one.matches("[data-laid]")) laid.add(id);
  }
  const copies = new Map();
  for (const id of pieces) {
    const element = rects.has(id) && elementOf(id);
    if (element) copies.set(id, copyOf(element));
  }
  return { rects, laid, copies };
}

/**
 * Return the flight of a movement; null if there is nothing to see, or if the viewer has seen it as a draft.
 * @param {Step} step
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @returns {Flight | null}
 */
export function flightOf(step, before, after) {
  if (before.laid.has(step.piece)) return null;
  const [was, is] = [before.rects.get(step.piece) ?? null, after.rects.get(step.piece) ?? null];
  const [old, fresh] = [before.copies.get(step.piece) ?? null, after.copies.get(step.piece) ?? null];
  // If several equal pieces have one id and only some of them move, the element stays where it is. Coins that replace
  // those of a bumped crown come from elsewhere, too.
  const stays = was !== null && is !== null && step.from !== step.to && (isNear(was, is) || !isIn(before.rects.get(step.from) ?? was, was));
  // All of the pieces move, as the coins that replace those of a bumped crown.
  const isWhole = fresh?.textContent?.trim() === String(step.count);
  const from = (stays ? null : was) ?? at(before.rects.get(step.from) ?? after.rects.get(step.from), is ?? was);
  const to = (stays && !isWhole ? null : is) ?? at(after.rects.get(step.to) ?? before.rects.get(step.to), is ?? was);
  const isTurned = old !== null && fresh !== null && !stays && old.textContent !== fresh.textContent;
  if (!(old || fresh) || !(from || to) || (from && to && isNear(from, to) && !isTurned)) return null;
  return { piece: step.piece, from, to, before: stays ? null : old, after: (stays && !isWhole && fresh ? withCount(fresh, step.count) : fresh) ?? old, isTurned, hidesPiece: is !== null && (!stays || isWhole) };
}

/** Return a copy of a pile of which only some pieces move; its number is theirs. @param {HTMLElement} pile @param {number} count */
function withCount(pile, count) {
  const copy = /** @type {HTMLElement} */ (pile.cloneNode(true));
  const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) text.nodeValue = text.nodeValue?.replace(/^\d+$/, String(count)) ?? "";
  return copy;
}

/**
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
export function isNear(one, other) {
  return Math.abs(one.x - other.x) < NEAR && Math.abs(one.y - other.y) < NEAR;
}

/**
 * Return a rectangle with the size of a piece, in the middle of a place. If the piece is in that place, return its own
 * rectangle, so that coins fly to the coins of their owner, and not over the numbers next to them.
 * @param {DOMRect | undefined} place
 * @param {DOMRect | null} piece
 */
function at(place, piece) {
  if (!place || !piece) return null;
  const { width, height } = piece;
  return isIn(place, piece) ? piece : new DOMRect(place.x + (place.width - width) / 2, place.y + (place.height - height) / 2, width, height);
}

/**
 * Whether a piece is in a place, or at least a part of it.
 * @param {DOMRect} place
 * @param {DOMRect} piece
 */
function isIn(place, piece) {
  return piece.x < place.right && piece.right > place.x && piece.y < place.bottom && piece.bottom > place.y;
}
