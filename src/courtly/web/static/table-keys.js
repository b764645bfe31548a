/** What a key means at the table. The page says what there is; nothing here touches it. */

/**
 * @typedef {object} Pressed
 * @property {string} key
 * @property {boolean} [ctrlKey]
 * @property {boolean} [metaKey]
 * @property {boolean} [altKey]
 */

/**
 * @typedef {object} Situation
 * @property {boolean} isTyping whether the key goes into a field
 * @property {boolean} isOnControl whether a button, a link or a range has the focus, which Enter, Space and arrows are for
 * @property {boolean} isShowing whether something moves
 * @property {boolean} isAiming whether a piece is picked up
 * @property {boolean} hasCursor whether a place is marked by the arrows
 * @property {readonly string[]} letters of the places that are open now, in lower case
 */

/**
 * @typedef {{does: "pick", number: number} | {does: "lay", letter: string} | {does: "cursor", by: 1 | -1}
 *   | {does: "here" | "confirm" | "undo" | "skip" | "skip-all" | "drop" | "hint" | "log" | "rules"}} Meaning
 */

/** @type {Record<string, Meaning>} */
const PLAIN = {
  u: { does: "undo" },
  h: { does: "hint" },
  l: { does: "log" },
  "?": { does: "rules" },
};

/**
 * Return what a key does, null where it is the browser's.
 * @param {Pressed} pressed
 * @param {Situation} now
 * @returns {Meaning | null}
 */
export function meaningOf(pressed, now) {
  if (now.isTyping || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key;
  if (/^[1-9]$/.test(key)) return { does: "pick", number: Number(key) };
  if (now.letters.includes(key)) return { does: "lay", letter: key };
  if (key === "Escape") return now.isAiming ? { does: "drop" } : now.isShowing ? { does: "skip-all" } : null;
  if (key in PLAIN) return PLAIN[key];
  return now.isOnControl && !now.hasCursor ? null : steering(key, now);
}

/**
 * @param {string} key
 * @param {Situation} now
 * @returns {Meaning | null}
 */
function steering(key, now) {
  if (key === "ArrowDown" || key === "ArrowUp") return { does: "cursor", by: key === "ArrowDown" ? 1 : -1 };
  if (key === "Enter") return { does: now.hasCursor ? "here" : "confirm" };
  return key === " " && now.isShowing ? { does: "skip" } : null;
}
