/** Comes back to the page that was asked for as soon as the server can be reached again. */

const AGAIN = 5000;

async function comeBack() {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

// At its own address the page is what was asked for.
if (location.pathname !== "/offline") {
  addEventListener("online", comeBack);
  setInterval(comeBack, AGAIN);
}
