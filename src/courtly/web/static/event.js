/** Keeps the page of an event up to date: loads it again and replaces what has changed. */

const now = /** @type {HTMLElement} */ (document.getElementById("event-now"));

async function update() {
  try {
    const response = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.getElementById("event-now");
    if (!fresh) return;
    // The form keeps the name that is being typed, until no place is left.
    if (!page.getElementById("event-join")) document.getElementById("event-join")?.remove();
    // A button or link that has the focus keeps it as long as it is the same.
    if (fresh.innerHTML !== now.innerHTML) {
      const focused = now.contains(document.activeElement) ? document.activeElement?.textContent : null;
      now.innerHTML = fresh.innerHTML;
      const again = [.../** @type {NodeListOf<HTMLElement>} */ (now.querySelectorAll("a, button"))];
      again.find((one) => one.textContent === focused)?.focus();
    }
    if (!fresh.dataset.refresh) clearInterval(timer);
  } catch {
    // The server cannot be reached; the next attempt follows.
  }
}

const timer = setInterval(update, Number(now.dataset.refresh) * 1000);
