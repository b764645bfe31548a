/** Finds elements by their id in the page or in the scene, and removes ids from copies. */

/** @param {string} id */
export function byId(id) {
  return document.getElementById(id);
}

/** Return the page's text for a lost connection. */
export function noConnection() {
  return document.querySelector('#connection [data-state="down"]')?.textContent ?? "";
}

/** @param {string} id */
export function elementOf(id) {
  const all = document.querySelectorAll(`[data-id="${CSS.escape(id)}"]`);
  return [...all].find((one) => one.getClientRects().length) ?? all[0] ?? null;
}

/** Return the name of a piece. @param {string} id */
export function nameOf(id) {
  const label = elementOf(id)?.querySelector("label");
  return label?.title || label?.textContent?.trim() || "";
}

/** Attributes that identify an element, and attributes that mark its state. */
const IDENTITY = ["id", "name", "for", "form", "data-id", "data-place", "data-piece", "data-seat", "data-key", "popovertarget", "popover", "autofocus"];
const STATE = ["data-open", "data-shut", "data-picked", "data-laid", "data-hole", "data-cursor"];

/**
 * Remove from a copy the attributes that identify it or mark its state, and controls that could be used.
 * @param {Element} one
 */
export function stripCopy(one) {
  for (const name of [...IDENTITY, ...STATE]) one.removeAttribute(name);
  if (one.matches("input, select, textarea, script")) one.remove();
  else if (one.matches("button, a, [tabindex]")) one.setAttribute("tabindex", "-1");
}
