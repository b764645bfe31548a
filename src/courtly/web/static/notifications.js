/** Switches notifications on this device on and off. The browser asks for permission only when the viewer switches them on. */

import { isSubscribed, subscribe, unsubscribe } from "./push.js";
import { register } from "./registration.js";
import { readSetting, writeSetting } from "./table-settings.js";

const NOTIFY = "courtly-notify";

/** Return whether this browser can show notifications while no page is open. */
export function canSubscribe() {
  return "Notification" in window && "PushManager" in window && "serviceWorker" in navigator;
}

/** Return whether the viewer has subscribed this device. */
export async function isDeviceSubscribed() {
  return isSubscribed(await navigator.serviceWorker.getRegistration(), document.documentElement.lang);
}

/** Ask the browser for permission, and return its answer. Call this first after a press: browsers require one. */
export async function allow() {
  const isAllowed = (await Notification.requestPermission()) === "granted";
  writeSetting(NOTIFY, isAllowed ? "on" : "off");
  return isAllowed;
}

/** Subscribe this device, and return whether it is subscribed now. */
export async function subscribeDevice() {
  if (!canSubscribe()) return false;
  await register();
  const registration = await navigator.serviceWorker.ready;
  const isDone = await subscribe(registration, document.documentElement.lang);
  // The viewer may have switched notifications off meanwhile.
  if (readSetting(NOTIFY) === "off") await unsubscribe(registration);
  return isDone;
}

/** Switch notifications off, and end the subscription of this device. */
export async function switchOff() {
  writeSetting(NOTIFY, "off");
  if (canSubscribe()) await unsubscribe(await navigator.serviceWorker.getRegistration());
}
