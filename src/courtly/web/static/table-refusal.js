/** Refusals: what was wrong, beside what it is about, with a link to its rule. */

import { byId } from "./table-page.js";

/**
 * Tell a refusal, or no more of one; beside what it is about, where that is in sight.
 * @param {string} message
 * @param {Element | null} [about]
 */
export function tell(message, about = null) {
  const notice = byId("notice");
  if (!notice) return;
  notice.textContent = message;
  notice.hidden = !message;
  const rule = ruleOf(message);
  if (rule) notice.append(" ", rule);
  // A place that is no box of its own is where its first part is.
  const box = about?.getClientRects().length ? about : about?.firstElementChild;
  const place = message ? box?.getBoundingClientRect() : undefined;
  notice.classList.toggle("is-beside", Boolean(place?.width));
  notice.style.left = notice.style.top = "";
  if (!place?.width) return;
  const { width, height } = notice.getBoundingClientRect();
  const within = (/** @type {number} */ wanted, /** @type {number} */ most) => `${Math.max(8, Math.min(wanted, most - 8))}px`;
  notice.style.left = within(place.left + (place.width - width) / 2, innerWidth - width);
  notice.style.top = within(place.top > height + 16 ? place.top - height - 8 : place.bottom + 8, innerHeight - height);
}

/**
 * A link to the rule behind a refusal, null where none is known: what is said of one ends in why it was.
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
