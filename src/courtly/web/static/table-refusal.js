/** Error messages, shown next to the element that they are about, with a link to the rule behind them. */

import { byId } from "./table-page.js";

/**
 * Show a message next to the element that it is about, if that is visible; hide an empty message.
 * @param {string} message
 * @param {Element | null} [about]
 */
export async function showNotice(message, about = null) {
  const notice = byId("notice");
  if (!notice) return;
  notice.textContent = message;
  notice.hidden = !message;
  anchor(notice, about);
  if (!message) return;
  await (await import("./table-rule.js").catch(() => null))?.addRule(notice);
  anchor(notice, about);
}

/** Put a message next to an element. @param {HTMLElement} notice @param {Element | null} about */
function anchor(notice, about) {
  // A place that has no box uses the position of its first child.
  const box = about?.getClientRects().length ? about : about?.firstElementChild;
  const place = notice.hidden ? undefined : box?.getBoundingClientRect();
  notice.classList.toggle("is-anchored", Boolean(place?.width));
  notice.style.left = notice.style.top = "";
  if (!place?.width) return;
  const { width, height } = notice.getBoundingClientRect();
  const within = (/** @type {number} */ wanted, /** @type {number} */ most) => `${Math.max(8, Math.min(wanted, most - 8))}px`;
  notice.style.left = within(place.left + (place.width - width) / 2, innerWidth - width);
  notice.style.top = within(place.top > height + 16 ? place.top - height - 8 : place.bottom + 8, innerHeight - height);
}
