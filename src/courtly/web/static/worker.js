/**
 * Caches the files of all pages, and the pages that explain the games. They are used when the server cannot be reached.
 * Shows the notifications that the server sends.
 *
 * The server puts `CACHE_LIST` in front of this module. It has the name of the cache, the files and pages to fetch on
 * installation, the folders whose pages are cached when visited, and the offline page. Nothing else is ever cached; in
 * particular, no page of a table is.
 */

/* global CACHE_LIST */

import { forget, recall, remember, subscribe } from "./push.js";

const PREFIX = "courtly-";
/** Number of turns that a device remembers, so that it does not alert twice. */
const MAX_SHOWN = 200;

/** Whether a page is identical for all viewers and may be cached. */
function isCacheable(url) {
  return CACHE_LIST.pages.includes(url.pathname) || CACHE_LIST.folders.some((folder) => url.pathname.startsWith(folder));
}

/** Whether a file's address changes with its content. */
function isFile(url) {
  return url.pathname.startsWith("/static/") && url.searchParams.has("v");
}

async function install() {
  const cache = await caches.open(CACHE_LIST.name);
  await cache.addAll([...CACHE_LIST.files, ...CACHE_LIST.pages]);
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE_LIST.name) await caches.delete(name);
  }
  await self.clients.claim();
}

/** Return a cached file, or fetch and cache it. */
async function file(request) {
  const cache = await caches.open(CACHE_LIST.name);
  const cached = await cache.match(request);
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/**
 * Return a page from the server. If the server cannot be reached, return the cached page or the offline page. If a form
 * cannot be sent, redirect to the page that contains it, which can be reloaded. */
async function page(request, url) {
  try {
    const answer = await fetch(request);
    if (request.method === "GET" && isCacheable(url) && answer.ok) {
      const cache = await caches.open(CACHE_LIST.name);
      await cache.put(url.pathname, answer.clone());
    }
    return answer;
  } catch {
    if (request.method !== "GET" && request.referrer) return Response.redirect(request.referrer, 303);
    const cache = await caches.open(CACHE_LIST.name);
    const cached = request.method === "GET" && isCacheable(url) ? await cache.match(url.pathname) : undefined;
    return cached ?? (await cache.match(CACHE_LIST.offline));
  }
}

/**
 * Return the content of a push message. A malformed message becomes a notification that only leads to the tables:
 * browsers end a subscription whose messages show nothing.
 */
function read(data) {
  try {
    const { turns, title, body, url, tag } = data.json();
    if ([...turns, title, body, url, tag].every((each) => each && typeof each === "string") && url.startsWith("/tables")) return { turns, title, body, url, tag };
  } catch {
    // The message is empty or is not JSON.
  }
  return { turns: [], title: "Courtly", body: "", url: "/tables", tag: "courtly" };
}

/** Return the windows that show a page of this site. */
async function windowsOf(url) {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter((each) => new URL(each.url).pathname === url);
}

/** Show a notification. It alerts only if it names a new turn and no visible window shows its page. */
async function notify({ turns, title, body, url, tag }) {
  const shown = (await recall("shown")) ?? [];
  const isVisible = (await windowsOf(url)).some((each) => each.visibilityState === "visible");
  const alerts = turns.some((each) => !shown.includes(each)) && !isVisible;
  const icon = "/static/icon-192.png";
  const badge = "/static/badge-96.png";
  await self.registration.showNotification(title, { body, tag, icon, badge, data: { url }, renotify: alerts, silent: !alerts });
  if (turns.length) await remember("shown", [...shown.filter((each) => !turns.includes(each)), ...turns].slice(-MAX_SHOWN));
}

/** Open the page of a notification, in the window that shows it if there is one. */
async function open({ url }) {
  const [present] = await windowsOf(url);
  if (!present) return self.clients.openWindow(url);
  const focused = await present.focus();
  // The page of a table is live, the list of tables is not.
  return url === "/tables" ? focused.navigate(url) : focused;
}

/** Replace a subscription that the browser has ended. */
async function resubscribe(ended) {
  await subscribe(self.registration, new URL(location.href).searchParams.get("lang"));
  if (ended) await forget(ended.endpoint);
}

/** The last notification; the next one waits for it, because each reads and writes the list of those shown. */
let notified = Promise.resolve();

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, url));
  else if (request.method === "GET" && isFile(url)) event.respondWith(file(request));
});
self.addEventListener("push", (event) => {
  notified = notified.catch(() => {}).then(() => notify(read(event.data)));
  event.waitUntil(notified);
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(resubscribe(event.oldSubscription)));
