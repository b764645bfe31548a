/** Registers the service worker in the language of the page. All pages and modules use the same worker. */

export function register() {
  return navigator.serviceWorker.register(`/worker.js?lang=${document.documentElement.lang}`);
}
