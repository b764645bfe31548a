/**
 * The acts of a turn: which pieces may be picked up, where each may be put, and which act results.
 *
 * The server sends the acts. This module contains no rules, texts or cards, and does not touch the page.
 */

/**
 * @typedef {object} Act
 * @property {string} move the move in notation
 * @property {string} words the move in words
 * @property {string | null} source the piece that moves, by its id in the scene
 * @property {string | null} target the piece or place to which it moves
 * @property {string} why_not why the act is not available now; empty if it is available ("open")
 * @property {string} changes the effect of the act in words, as far as the viewer can know it; may be empty
 * @property {number} [slot] only for an act of a plan: the number of its list, from 1; at most one act of a list is used
 */

/** @param {Act} act */
export function isOpen(act) {
  return !act.why_not;
}

/**
 * Return the pieces that may be picked up: the sources of open acts.
 * @param {readonly Act[]} acts
 * @returns {Set<string>}
 */
export function sourcesOf(acts) {
  return new Set(acts.filter(isOpen).flatMap((act) => act.source ?? []));
}

/**
 * Return the source of all open acts with a target; null if they have different sources. It need not be picked up.
 * @param {readonly Act[]} acts
 * @returns {string | null}
 */
export function soleSource(acts) {
  const found = new Set(acts.filter((act) => isOpen(act) && act.target).map((act) => act.source));
  return found.size === 1 ? [...found][0] : null;
}

/**
 * Return the places where a piece may be put, and the places where it may not, with the reason.
 * @param {readonly Act[]} acts
 * @param {string} source
 * @returns {{open: Set<string>, shut: Map<string, string>}}
 */
export function targetsOf(acts, source) {
  /** @type {Set<string>} */
  const open = new Set();
  /** @type {Map<string, string>} */
  const shut = new Map();
  for (const act of acts) {
    if (act.source !== source || !act.target) continue;
    if (isOpen(act)) open.add(act.target);
    else if (!shut.has(act.target)) shut.set(act.target, act.why_not);
  }
  for (const target of open) shut.delete(target);
  return { open, shut };
}

/**
 * Return the open acts that put a piece at a place, or, if the target is null, the acts that need no place.
 * @param {readonly Act[]} acts
 * @param {string} source
 * @param {string | null} target
 * @returns {Act[]}
 */
export function actsBetween(acts, source, target) {
  return acts.filter((act) => isOpen(act) && act.source === source && act.target === target);
}

/**
 * Return the open act of a move.
 * @param {readonly Act[]} acts
 * @param {string} move
 * @returns {Act | undefined}
 */
export function actOf(acts, move) {
  return acts.find((act) => isOpen(act) && act.move === move);
}

/**
 * Return the move of a form, as the server parses it. The pressed button decides which fields count.
 * @param {FormData} fields
 * @returns {string}
 */
export function moveOf(fields) {
  const parts = fields.has("move") ? ["move"] : fields.has("of-amount") ? ["of-amount", "amount"] : ["piece", "place"];
  return parts.flatMap((part) => fields.getAll(part)).join(" ");
}
