/** Settings that this browser stores. Modules that load on demand use them too, without the rest of the table. */

/** Return a value stored in this browser; null if there is none or storage is blocked. @param {string} name */
export function readSetting(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function writeSetting(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // If storage is blocked, the value is used on this page only.
  }
}
