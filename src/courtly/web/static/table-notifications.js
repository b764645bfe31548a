/** Notifications of the viewer's turn. The browser asks for permission only when the viewer switches them on. */

import { byId } from "./table-page.js";
import { readSetting, writeSetting } from "./table-settings.js";

const NOTIFY = "courtly-notify";

/** Show the title of the page as a notification, if the viewer has switched notifications on. */
export function notify() {
  if (readSetting(NOTIFY) !== "on") return;
  try {
    const shown = new Notification(document.title.replace(/^● /, ""), { tag: "courtly-turn" });
    shown.addEventListener("click", () => window.focus());
  } catch {
    // Some browsers allow only workers to show notifications. The marks in title and icon remain.
  }
}

/** Set up the switch. */
export function offerNotifications() {
  const button = byId("notify");
  if (!button || !("Notification" in window)) return;
  const show = (/** @type {boolean} */ isOn) => button.setAttribute("aria-pressed", String(isOn));
  byId("notices")?.removeAttribute("hidden");
  show(readSetting(NOTIFY) === "on" && Notification.permission === "granted");
  button.addEventListener("click", async () => {
    const wants = button.getAttribute("aria-pressed") !== "true";
    const isAllowed = wants && (await Notification.requestPermission()) === "granted";
    writeSetting(NOTIFY, isAllowed ? "on" : "off");
    show(isAllowed);
    byId("notices-refused")?.toggleAttribute("hidden", isAllowed || !wants);
  });
}
