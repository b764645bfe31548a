/**
 * The count at the end of a match, step by step: later items stay hidden, and the caption shows the step's text.
 *
 * The server provides the text of each step and a selector for its items. The page contains all items, and without this
 * script it shows them immediately. A tap or Space skips a step, Esc skips all; the arrow keys go forward and back.
 */

import { byId } from "./table-page.js";
import { delay } from "./table-queue.js";
import { Caption, storedSpeed } from "./table-signs.js";

/** @typedef {{says: string, shows: string}} CountStep */

/** Milliseconds for which each step is shown, and further milliseconds for each letter of its text. */
const STEP_TIME = 700;
const LETTER_TIME = 22;

const caption = new Caption();
const again = byId("count-again");
const data = byId("count-steps");
/** @type {CountStep[]} */
const steps = JSON.parse(data?.textContent || "[]");
/** Ends the present step; null while none is shown. @type {AbortController | null} */
let current = null;
/** The index of the present step; after the last step, the number of steps. */
let shown = steps.length;
/** The automatic run, an object that only identifies it; null while the user steps manually. @type {object | null} */
let run = null;

/** @param {number} place */
function show(place) {
  shown = Math.max(0, Math.min(place, steps.length));
  const isCounting = shown < steps.length;
  document.body.classList.toggle("is-counting", isCounting);
  for (const [number, step] of steps.entries()) {
    for (const one of document.querySelectorAll(step.shows)) one.classList.toggle("is-upcoming", number > shown);
  }
  if (isCounting) document.querySelector(steps[shown].shows)?.scrollIntoView({ block: "nearest" });
  if (isCounting) caption.show(steps[shown].says, true);
  else {
    caption.clear();
    // The count has scrolled down to its last row. The headline says who wins.
    document.querySelector(".ending")?.scrollTo(0, 0);
  }
}

async function count() {
  if (run) return;
  const own = (run = {});
  show(0);
  while (run === own && shown < steps.length) {
    if (document.hidden) return goTo(steps.length);
    current = new AbortController();
    await delay((STEP_TIME + LETTER_TIME * steps[shown].says.length) / (storedSpeed() || 1), current.signal);
    if (run === own) show(shown + 1);
  }
  if (run === own) run = null;
}

/** Show a step, and stop the automatic run. @param {number} place */
function goTo(place) {
  run = null;
  current?.abort();
  show(place);
}

/** @param {boolean} isAll */
function skip(isAll) {
  if (isAll) goTo(steps.length);
  else if (run) current?.abort();
  else if (shown < steps.length) goTo(shown + 1);
}

/** Whether an event is for another control. @param {Event} event */
function isForOtherControl({ target }) {
  const pressed = target instanceof Element ? target.closest("a, button, input, summary, textarea") : null;
  return pressed !== null && pressed !== again;
}

/** Whether the browser came here from the match's own table, which has not counted yet, and not by a reload. */
function isFirstVisit() {
  if (data?.hasAttribute("data-on-request")) return false;
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return visit?.type === "navigate" && document.referrer.split(/[?#]/)[0] === location.origin + location.pathname;
}

document.addEventListener("pointerdown", (event) => {
  if (!isForOtherControl(event)) skip(false);
});
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const by = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
  if (by && steps.length && !(target instanceof Element && target.closest("input, textarea"))) return goTo(shown + by);
  if (shown === steps.length || (key !== "Escape" && (key !== " " || isForOtherControl(event)))) return;
  event.preventDefault();
  skip(key === "Escape");
});
document.addEventListener("visibilitychange", () => document.hidden && run && skip(true));
if (again && steps.length) {
  again.addEventListener("click", count);
  byId("count-by")?.removeAttribute("hidden");
  byId("count-before")?.addEventListener("click", () => goTo(shown - 1));
  byId("count-after")?.addEventListener("click", () => goTo(shown + 1));
}
if (isFirstVisit() && storedSpeed() && !matchMedia("(prefers-reduced-motion: reduce)").matches) count();
