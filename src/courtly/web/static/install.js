/** Registers the service worker, which caches pages for offline use, in the language of the page. */

if ("serviceWorker" in navigator) {
  addEventListener("load", () => navigator.serviceWorker.register(`/worker.js?lang=${document.documentElement.lang}`));
}
