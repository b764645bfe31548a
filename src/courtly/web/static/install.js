/** Has the browser keep what can be read without the server, in the language of the page. */

if ("serviceWorker" in navigator) {
  addEventListener("load", () => navigator.serviceWorker.register(`/worker.js?lang=${document.documentElement.lang}`));
}
