/** The push subscription of this device. The pages and the service worker use this module. */

const DEVICES = "/api/me/devices";

/** The cache that stores what the device has to remember. The worker deletes only caches whose names begin with `courtly-`. */
const MEMORY = "device";

/** Return a value stored on this device; undefined if there is none or storage is blocked. @param {string} name */
export async function recall(name) {
  try {
    return await (await (await caches.open(MEMORY)).match(`/${name}`))?.json();
  } catch {
    return undefined;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export async function remember(name, value) {
  try {
    await (await caches.open(MEMORY)).put(`/${name}`, new Response(JSON.stringify(value)));
  } catch {
    // If storage is blocked, the value is not needed: the viewer is asked again, or alerted twice.
  }
}

/**
 * Send a request about the viewer's devices.
 * @param {string} [method]
 * @param {object} [body]
 */
async function ask(method, body) {
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  const answer = await fetch(DEVICES, { method, headers, body: body && JSON.stringify(body), cache: "no-store" });
  if (!answer.ok) throw new Error(`${method} ${DEVICES}: ${answer.status}`);
  return answer.status === 204 ? null : answer.json();
}

/**
 * Store a subscription on the server.
 * @param {PushSubscription} subscription
 * @param {string} lang
 */
async function store(subscription, lang) {
  const { endpoint, keys } = subscription.toJSON();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await remember("id", (await ask("POST", { endpoint, keys, zone, lang })).id);
}

/**
 * Subscribe, and replace a subscription that was made with another key.
 * @param {PushManager} manager
 * @param {string} key
 */
async function subscriptionWith(manager, key) {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "InvalidStateError") throw error;
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(options);
  }
}

/**
 * Subscribe this device. Return false if the server does not send notifications.
 * @param {ServiceWorkerRegistration} registration
 * @param {string} lang the language of the notifications
 */
export async function subscribe(registration, lang) {
  const { key } = await ask();
  if (!key) return false;
  const subscription = await subscriptionWith(registration.pushManager, key);
  try {
    await store(subscription, lang);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return true;
}

/** Delete a device on the server. @param {string} endpoint */
export async function forget(endpoint) {
  await ask("DELETE", { endpoint });
}

/** End the subscription of this device. @param {ServiceWorkerRegistration | undefined} registration */
export async function unsubscribe(registration) {
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  // The browser's part is done first: even if the server cannot be reached, this device gets nothing more.
  await subscription.unsubscribe();
  await forget(subscription.endpoint);
}

/**
 * Return whether this device gets the viewer's notifications. If the server has another language or time zone, correct
 * it. If the viewer has removed this device or has become another guest, end the subscription.
 * @param {ServiceWorkerRegistration | undefined} registration
 * @param {string} lang
 */
export async function isSubscribed(registration, lang) {
  const subscription = await registration?.pushManager?.getSubscription();
  if (!subscription) return false;
  try {
    const id = await recall("id");
    const own = (await ask()).devices.find((/** @type {{id: string}} */ one) => one.id === id);
    if (!own) await subscription.unsubscribe();
    else if (own.lang !== lang || own.zone !== Intl.DateTimeFormat().resolvedOptions().timeZone) await store(subscription, lang);
    return Boolean(own);
  } catch {
    // The server cannot be reached now.
    return true;
  }
}
