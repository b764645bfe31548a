/**
 * Keeps what every page is made of, and the pages that tell how to play, for when the server cannot be reached.
 *
 * `KEPT` stands before this module: its name, the files and the pages fetched at once, the pages that may be kept when
 * they are visited, and the page that says that there is no connection. Nothing else is ever kept, least of all a table.
 */

/* global KEPT */

const OURS = "courtly-";

/** Whether a page is the same for everybody and may be kept. */
function isKept(url) {
  return KEPT.pages.includes(url.pathname) || KEPT.folders.some((folder) => url.pathname.startsWith(folder));
}

/** Whether a file lies at an address that changes with it. */
function isFile(url) {
  return url.pathname.startsWith("/static/") && url.searchParams.has("v");
}

async function install() {
  const cache = await caches.open(KEPT.name);
  await cache.addAll([...KEPT.files, ...KEPT.pages]);
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS) && name !== KEPT.name) await caches.delete(name);
  }
  await self.clients.claim();
}

/** Give a file that was kept, or else fetch it and keep it. */
async function file(request) {
  const cache = await caches.open(KEPT.name);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/**
 * Give a page from the server; where that cannot be reached, what was kept of it, or the page that says so. A form that
 * did not arrive leads back to where it stands, so that what comes next is a page that can be asked for again.
 */
async function page(request, url) {
  try {
    const answer = await fetch(request);
    if (request.method === "GET" && isKept(url) && answer.ok) {
      const cache = await caches.open(KEPT.name);
      await cache.put(url.pathname, answer.clone());
    }
    return answer;
  } catch {
    if (request.method !== "GET" && request.referrer) return Response.redirect(request.referrer, 303);
    const cache = await caches.open(KEPT.name);
    const kept = request.method === "GET" && isKept(url) ? await cache.match(url.pathname) : undefined;
    return kept ?? (await cache.match(KEPT.offline));
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
