/** Reloads the requested page as soon as the server can be reached again. */

const RETRY_TIME = 5000;

async function reloadWhenOnline() {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

// At the address /offline, the user asked for the offline page itself.
if (location.pathname !== "/offline") {
  addEventListener("online", reloadWhenOnline);
  setInterval(reloadWhenOnline, RETRY_TIME);
}
