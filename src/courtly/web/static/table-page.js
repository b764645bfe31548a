/** Elements of the page: by their id there, by that in the scene, and stripped of both. */

/** @param {string} id */
export function byId(id) {
  return document.getElementById(id);
}

/** @param {string} id */
export function elementOf(id) {
  const all = document.querySelectorAll(`[data-id="${CSS.escape(id)}"]`);
  return [...all].find((one) => one.getClientRects().length) ?? all[0] ?? null;
}

/** What names an element, and what marks it. */
const OWN = ["id", "name", "for", "form", "data-id", "data-place", "data-piece", "data-seat", "data-key", "popovertarget", "popover", "autofocus"];
const LEFT_OUT = ["data-open", "data-shut", "data-picked", "data-laid", "data-hole", "data-cursor"];

/**
 * Take from a copy what names it, and what could be pressed or filled in.
 * @param {Element} one
 */
export function bare(one) {
  for (const name of [...OWN, ...LEFT_OUT]) one.removeAttribute(name);
  if (one.matches("input, select, textarea, script")) one.remove();
  else if (one.matches("button, a, [tabindex]")) one.setAttribute("tabindex", "-1");
}
