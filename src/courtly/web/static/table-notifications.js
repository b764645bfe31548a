/** Notifications of the viewer's turn. While the page is open but hidden, it shows them; otherwise the server sends them. */

import { byId } from "./table-page.js";
import { readSetting, writeSetting } from "./table-settings.js";

const NOTIFY = "courtly-notify";

/** Show the title of the page as a notification, if the viewer has switched notifications on. */
export async function notify() {
  if (readSetting(NOTIFY) !== "on") return;
  const [title, tag] = [document.title.replace(/^● /, ""), "courtly-turn"];
  try {
    const shown = new Notification(title, { tag });
    shown.addEventListener("click", () => window.focus());
  } catch {
    // Browsers on phones allow only the worker's registration to show notifications.
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.showNotification(title, { tag, data: { url: location.pathname } });
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
    try {
      const { subscribeDevice, switchOff } = await import("./notifications.js");
      await (isAllowed ? subscribeDevice() : switchOff());
    } catch {
      // Without a subscription, the page still shows notifications while it is open.
    }
  });
}
