/**
 * The keys of a table whose places are radio buttons: arrows move the focus to the neighbour on the board, Home and End to
 * the first and the last place. The focus selects a place, Space chooses it as Enter does, and Escape takes the piece back.
 * If an amount must be chosen, it gets the focus. A focus that the page loses returns to the board. A closed place can be
 * looked at, and says why it is closed when it is chosen. */

import { showNotice } from "./table-refusal.js";

const FIELD = 'input[name="piece"]:enabled';
const PLACES = `.stage ${FIELD}`;

/** The place that had the focus last, while the player uses the board or the tray with a mouse or keys, and its middle. */
let last = "";
let middle = [0, 0];
let isTouch = false;
let isReturning = false;
/** The amount that got the focus. @type {HTMLElement | null} */
let amount = null;

/** @param {EventTarget | null} element @returns {HTMLInputElement | null} */
function placeOf(element) {
  return element instanceof HTMLInputElement && element.matches('.stage input[name="piece"]') ? element : null;
}

/** @param {Element | null} element */
const isClosed = (element) => placeOf(element)?.getAttribute("aria-disabled") === "true";

const places = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(PLACES))].filter((one) => one.checkVisibility());

/** The sides of a box that a key moves between: from the near to the far side, and across. @type {Record<string, string[]>} */
const WAYS = { ArrowLeft: ["right", "left", "top", "bottom"], ArrowRight: ["left", "right", "top", "bottom"], ArrowUp: ["bottom", "top", "left", "right"], ArrowDown: ["top", "bottom", "left", "right"] };

/**
 * Return the next place in the direction of an arrow: the nearest one in the same row or column, or else any other.
 * @param {HTMLInputElement} place
 * @param {string} key
 */
function neighbour(place, key) {
  const [near, far, start, end] = WAYS[key];
  const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  const from = /** @type {any} */ (place.getBoundingClientRect());
  let least = Infinity;
  let found = place;
  for (const one of places()) {
    const to = /** @type {any} */ (one.getBoundingClientRect());
    const along = sign * (to[near] - from[far]);
    const aside = Math.max(0, to[start] - from[end], from[start] - to[end]);
    const distance = along + 1000 * aside + Math.abs(to[start] + to[end] - from[start] - from[end]) / 8;
    if (one === place || along < -8 || distance >= least) continue;
    least = distance;
    found = one;
  }
  return found;
}

/**
 * Return the place that a key moves the focus to. An arrow enters the board where the focus was last, or else at the first place.
 * @param {Element | null} focused
 * @param {string} key
 */
function destination(focused, key) {
  const place = placeOf(focused);
  const isNowhere = !focused?.matches('a, button, input, select, textarea, summary, [tabindex="0"]');
  if (key in WAYS && place) return neighbour(place, key);
  if (key in WAYS) return isNowhere ? (last ? nearest() : places()[0]) : null;
  return place && ["Home", "End"].includes(key) ? places().at(key === "Home" ? 0 : -1) : null;
}

/** @param {HTMLElement} place @returns {number[]} */
function middleOf(place) {
  const { left, right, top, bottom } = place.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}

/** Return the place that had the focus last, or else the one nearest to it. */
function nearest() {
  const away = (/** @type {HTMLElement} */ one) => Math.hypot(middleOf(one)[0] - middle[0], middleOf(one)[1] - middle[1]);
  return places().find(({ id }) => id === last) ?? places().sort((one, other) => away(one) - away(other))[0];
}

/**
 * Give the focus to a new amount, and a lost focus to Confirm if the turn waits for it, or else to the last place or the one
 * nearest to it. It selects none. */
function refocus() {
  const focused = document.activeElement;
  // The place of a draft may be closed now.
  const isLost = focused === document.body || Boolean(isClosed(focused) && focused?.closest(":has([data-laid])[data-place]"));
  const field = document.getElementById("amount");
  const isNew = field !== null && field !== amount && (isLost || placeOf(focused) !== null);
  amount = field;
  if (!last || isTouch || !(isLost || isNew) || document.querySelector(":popover-open:not(.flight)")) return;
  const confirm = document.getElementById("confirm");
  const isWaiting = confirm?.checkVisibility() && confirm.getAttribute("aria-disabled") !== "true";
  isReturning = true;
  (field ?? (isWaiting ? confirm : nearest()))?.focus({ preventScroll: true });
  isReturning = false;
}

addEventListener("focusin", ({ target }) => {
  const place = placeOf(target);
  if (!place) return;
  last = place.id;
  middle = middleOf(place);
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

addEventListener(
  "keydown",
  (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || document.querySelector(":popover-open:not(.flight)")) return;
    if ([" ", "Enter"].includes(key) && isClosed(document.activeElement)) {
      event.preventDefault();
      event.stopPropagation();
      const place = /** @type {HTMLElement} */ (document.activeElement?.closest("[data-place]"));
      showNotice(place.title || (place.querySelector("label")?.title ?? ""), place);
      return;
    }
    const next = destination(document.activeElement, key);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    isTouch = false;
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  },
  true,
);

addEventListener("keydown", (event) => {
  isTouch = false;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const place = placeOf(event.target);
  if (place && [" ", "Enter"].includes(event.key)) place.checked = true;
  if (event.key === " ") place?.form?.requestSubmit();
  // A long press of Enter on a place does not send the turn by the amount or the button that then gets the focus.
  const isSending = event.target === amount || event.target === document.getElementById("confirm");
  if (event.key === "Enter" && event.repeat && isSending) event.preventDefault();
  const undo = document.getElementById("undo");
  if (event.key !== "Escape" || !undo || undo.hidden || document.querySelector(":popover-open:not(.flight)")) return;
  event.preventDefault();
  undo.click();
});

// The button for a selected place sends no bet on a closed one.
addEventListener(
  "submit",
  (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const { name } = /** @type {HTMLButtonElement} */ (event.submitter ?? { name: "" });
    if (form.id === "acts" && ["", "place"].includes(name) && isClosed(document.querySelector(`${PLACES}:checked`))) {
      event.preventDefault();
      event.stopPropagation();
    }
  },
  true,
);

/** The place of the draft. */
let drafted = "";

/** Select the place of a new draft, so that only this place is marked; after the turn, no place is. */
function markDrafted() {
  const place = /** @type {HTMLInputElement | null} */ (document.querySelector(`.stage [data-place]:has([data-laid]) ${FIELD}`));
  if (place ? place.id !== drafted : drafted) for (const one of places()) one.checked = one === (place ?? document.activeElement);
  drafted = place?.id ?? "";
}

/** Browsers move the focus away from a removed or hidden element when they draw the next frame. */
const afterFrame = () =>
  requestAnimationFrame(() =>
    setTimeout(() => {
      markDrafted();
      refocus();
    }),
  );

const main = document.getElementById("main");
if (main) new MutationObserver(afterFrame).observe(main, { childList: true, subtree: true, attributeFilter: ["hidden"] });
