/**
 * What the acts of a turn say: which pieces may be picked up, where each may be laid, and which act that would be.
 *
 * Acts come from the server. Nothing here knows a rule, a word or a card, or touches the page.
 */

/**
 * @typedef {object} Act
 * @property {string} move the move, as a line of notation
 * @property {string} words the move in words
 * @property {string | null} source the piece from which it goes, by its id in the scene
 * @property {string | null} target the piece or place to which it goes
 * @property {string} why_not why it is closed now; empty when it is open
 * @property {string} changes what it would change by what the reader sees, in words; empty where nothing is to be said
 */

/** @param {Act} act */
export function isOpen(act) {
  return !act.why_not;
}

/**
 * The pieces that may be picked up: those with an open act.
 * @param {readonly Act[]} acts
 * @returns {Set<string>}
 */
export function sourcesOf(acts) {
  return new Set(acts.filter(isOpen).flatMap((act) => act.source ?? []));
}

/**
 * The piece that all open acts with a target go from; null where there is a choice. It need not be picked up.
 * @param {readonly Act[]} acts
 * @returns {string | null}
 */
export function soleSource(acts) {
  const found = new Set(acts.filter((act) => isOpen(act) && act.target).map((act) => act.source));
  return found.size === 1 ? [...found][0] : null;
}

/**
 * Where a piece may be laid, and where not, with the reason.
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
 * The open acts that lay a piece at a place; of a piece alone, those that need no place.
 * @param {readonly Act[]} acts
 * @param {string} source
 * @param {string | null} target
 * @returns {Act[]}
 */
export function actsBetween(acts, source, target) {
  return acts.filter((act) => isOpen(act) && act.source === source && act.target === target);
}

/**
 * The open act of a move.
 * @param {readonly Act[]} acts
 * @param {string} move
 * @returns {Act | undefined}
 */
export function actOf(acts, move) {
  return acts.find((act) => isOpen(act) && act.move === move);
}

/**
 * The move that a form means, as the server reads it: the button that was pressed decides what else counts.
 * @param {FormData} fields
 * @returns {string}
 */
export function moveOf(fields) {
  const parts = fields.has("move") ? ["move"] : fields.has("of-amount") ? ["of-amount", "amount"] : ["piece", "place"];
  return parts.flatMap((part) => fields.getAll(part)).join(" ");
}
