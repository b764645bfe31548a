/**
 * Caches the files of all pages, and the pages that explain the games. They are used when the server cannot be reached.
 *
 * The server puts `CACHE_LIST` in front of this module. It has the name of the cache, the files and pages to fetch on
 * installation, the folders whose pages are cached when visited, and the offline page. Nothing else is ever cached; in
 * particular, no page of a table is.
 */

/* global CACHE_LIST */

const PREFIX = "courtly-";

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

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, url));
  else if (request.method === "GET" && isFile(url)) event.respondWith(file(request));
});
