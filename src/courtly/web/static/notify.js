/** The offer of notifications on this device, on the pages outside matches. */

import { allow, canSubscribe, isDeviceSubscribed, subscribeDevice, switchOff } from "./notifications.js";
import { readSetting, writeSetting } from "./table-settings.js";

const LATER = "courtly-notify-later";

const offer = /** @type {HTMLElement} */ (document.getElementById("notify-offer"));

/** Whether this is the page of settings. It always shows the state of the device, other pages only ask. */
const isSettings = "devices" in offer.dataset;

/**
 * Show the texts and buttons of a state: `off`, `on`, `refused`, `failed`, or `never` if the browser cannot do it.
 * @param {string} state
 */
function show(state) {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (offer.querySelectorAll("[data-in]"))) {
    one.hidden = !one.dataset.in?.split(" ").includes(state);
  }
  offer.hidden = false;
}

/** Replace the list of devices on the page of settings by the present one. */
async function renewDevices() {
  if (!isSettings) return;
  const page = new DOMParser().parseFromString(await (await fetch(offer.dataset.devices ?? "")).text(), "text/html");
  const fresh = page.getElementById("devices");
  if (fresh) document.getElementById("devices")?.replaceWith(fresh);
}

async function switchOn() {
  if (!(await allow())) return "refused";
  return (await subscribeDevice()) ? "on" : "failed";
}

const acts = {
  on: switchOn,
  off: async () => (await switchOff(), "off"),
};

/** @param {HTMLButtonElement} button */
async function press(button) {
  const act = button.dataset.act ?? "";
  if (act === "later") {
    writeSetting(LATER, "yes");
    offer.hidden = true;
    document.getElementById("main")?.focus({ preventScroll: true });
    return;
  }
  button.disabled = true;
  const state = await acts[/** @type {keyof acts} */ (act)]().catch(() => "failed");
  button.disabled = false;
  show(state);
  // The pressed button may be hidden now.
  /** @type {HTMLElement | undefined} */ ([...offer.querySelectorAll("button")].find((one) => !one.hidden))?.focus({ preventScroll: true });
  await renewDevices();
}

async function start() {
  if (!canSubscribe() || Notification.permission === "denied") {
    if (isSettings) show(canSubscribe() ? "refused" : "never");
    return;
  }
  const isOn = await isDeviceSubscribed();
  if (isSettings || (!isOn && readSetting(LATER) === null)) show(isOn ? "on" : "off");
}

for (const zone of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=zone]"))) {
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
}
for (const button of offer.querySelectorAll("button")) button.addEventListener("click", () => press(button));
start();
