/** The meaning of keys at the table. The caller describes the situation; this module does not touch the page. */

/**
 * @typedef {object} Pressed
 * @property {string} key
 * @property {boolean} [ctrlKey]
 * @property {boolean} [metaKey]
 * @property {boolean} [altKey]
 */

/**
 * @typedef {object} Situation
 * @property {boolean} isTyping whether the key goes into a text field
 * @property {boolean} isOnControl whether the focused control handles Enter, Space and arrows itself
 * @property {boolean} isShowing whether an animation runs
 * @property {boolean} isAiming whether a piece is picked up
 * @property {boolean} hasCursor whether the arrow keys have marked a place
 * @property {readonly string[]} letters the letters of the open places, in lower case
 */

/**
 * @typedef {{does: "pick", number: number} | {does: "lay", letter: string} | {does: "cursor", by: 1 | -1}
 *   | {does: "here" | "confirm" | "undo" | "skip" | "skip-all" | "drop" | "hint" | "log" | "keys"}} Meaning
 */

/** @type {Record<string, Meaning>} */
const PLAIN = {
  u: { does: "undo" },
  h: { does: "hint" },
  l: { does: "log" },
  "?": { does: "keys" },
};

/**
 * Return the meaning of a key, or null to leave it to the browser.
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
  return now.isOnControl ? null : steering(key, now);
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
