/** Registers the service worker in the language of the page. It caches public pages for offline use. */

if ("serviceWorker" in navigator) {
  addEventListener("load", () => navigator.serviceWorker.register(`/worker.js?lang=${document.documentElement.lang}`));
}
