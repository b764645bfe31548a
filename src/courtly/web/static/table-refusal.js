/** Error messages, shown next to the element that they are about, with a link to the rule behind them. */

import { byId } from "./table-page.js";

/**
 * Show a message next to the element that it is about, if that is visible; hide an empty message.
 * @param {string} message
 * @param {Element | null} [about]
 */
export function showNotice(message, about = null) {
  const notice = byId("notice");
  if (!notice) return;
  notice.textContent = message;
  notice.hidden = !message;
  const rule = ruleOf(message);
  if (rule) notice.append(" ", rule);
  // A place that has no box uses the position of its first child.
  const box = about?.getClientRects().length ? about : about?.firstElementChild;
  const place = message ? box?.getBoundingClientRect() : undefined;
  notice.classList.toggle("is-anchored", Boolean(place?.width));
  notice.style.left = notice.style.top = "";
  if (!place?.width) return;
  const { width, height } = notice.getBoundingClientRect();
  const within = (/** @type {number} */ wanted, /** @type {number} */ most) => `${Math.max(8, Math.min(wanted, most - 8))}px`;
  notice.style.left = within(place.left + (place.width - width) / 2, innerWidth - width);
  notice.style.top = within(place.top > height + 16 ? place.top - height - 8 : place.bottom + 8, innerHeight - height);
}

/**
 * Return a link to the rule behind a message, or null if unknown. The message ends with the text of a known reason.
 * @param {string} message
 */
function ruleOf(message) {
  const known = byId("refusal-rules");
  const found = Object.entries(JSON.parse(known?.textContent || "{}")).find(([words]) => message.endsWith(words));
  if (!known || !found) return null;
  const link = document.createElement("a");
  link.href = `#${found[1]}`;
  link.className = "to-rule";
  link.textContent = known.dataset.words ?? "";
  return link;
}
