/**
 * The keys of a table whose places are radio buttons: the focus selects a place, Space chooses it as Enter does, and Escape
 * takes the piece back. If an amount must be chosen, it gets the focus. A focus that the page loses returns to the board. */

const PLACES = '.stage input[name="piece"]:enabled';

/** The place that had the focus last, while the player uses the board or the tray with a mouse or keys. */
let last = "";
let isTouch = false;
let isReturning = false;
/** The amount that got the focus. @type {HTMLElement | null} */
let amount = null;

/** @param {EventTarget | null} element @returns {HTMLInputElement | null} */
function placeOf(element) {
  return element instanceof HTMLInputElement && element.matches('.stage input[name="piece"]') ? element : null;
}

/** Give the focus to a new amount, and a lost focus to the last place, or else to the first one. It selects none. */
function refocus() {
  const focused = document.activeElement;
  const isLost = focused === document.body;
  const field = document.getElementById("amount");
  const isNew = field !== null && field !== amount && (isLost || placeOf(focused) !== null);
  amount = field;
  if (!last || isTouch || !(isLost || isNew) || document.querySelector(":popover-open:not(.flight)")) return;
  const place = document.getElementById(last)?.matches(PLACES) ? document.getElementById(last) : document.querySelector(PLACES);
  isReturning = true;
  /** @type {HTMLElement | null} */ (field ?? place)?.focus({ preventScroll: true });
  isReturning = false;
}

addEventListener("focusin", ({ target }) => {
  const place = placeOf(target);
  if (!place) return;
  last = place.id;
  if (!isReturning) place.checked = true;
});

addEventListener(
  "pointerdown",
  ({ pointerType, target }) => {
    isTouch = pointerType === "touch";
    if (target instanceof Element && !target.closest("a, button, label, input, summary")) last = "";
  },
  true,
);

addEventListener("keydown", (event) => {
  isTouch = false;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const place = placeOf(event.target);
  if (place && [" ", "Enter"].includes(event.key)) place.checked = true;
  if (event.key === " ") place?.form?.requestSubmit();
  // A long press of Enter on a place does not send the amount that then gets the focus.
  if (event.key === "Enter" && event.repeat && event.target === amount) event.preventDefault();
  const undo = document.getElementById("undo");
  if (event.key !== "Escape" || !undo || undo.hidden || document.querySelector(":popover-open:not(.flight)")) return;
  event.preventDefault();
  undo.click();
});

/** Browsers move the focus away from a removed or hidden element when they draw the next frame. */
const afterFrame = () => requestAnimationFrame(() => setTimeout(refocus));

const main = document.getElementById("main");
if (main) new MutationObserver(afterFrame).observe(main, { childList: true, subtree: true, attributeFilter: ["hidden"] });
