/**
 * The count at the end of a match, step after step: what a step is to bring waits unseen, and its words are the caption.
 *
 * The server says what is told and what comes up; the page has all of it, and shows it at once where this does not run.
 * A tap or Space lets a step be over, Esc all of them; arrows lead from one to the next and back.
 */

import { byId } from "./table-page.js";
import { delay } from "./table-queue.js";
import { Voice, keptSpeed } from "./table-signs.js";

/** @typedef {{says: string, shows: string}} CountStep */

/** Milliseconds that a step stays, and so many more for each letter that is read. */
const SHOWN = 700;
const LETTER = 22;

const voice = new Voice();
const again = byId("count-again");
/** @type {CountStep[]} */
const steps = JSON.parse(byId("count-steps")?.textContent || "[]");
/** What ends the step that is shown; null while nothing is told. @type {AbortController | null} */
let current = null;
/** The step that is shown, from 0; all are over at the number of them. */
let shown = steps.length;
/** What goes on from step to step by itself; null where each is asked for. @type {object | null} */
let run = null;

/** @param {number} place */
function show(place) {
  shown = Math.max(0, Math.min(place, steps.length));
  const isTold = shown < steps.length;
  document.body.classList.toggle("is-counting", isTold);
  for (const [number, step] of steps.entries()) {
    for (const one of document.querySelectorAll(step.shows)) one.classList.toggle("is-to-come", number > shown);
  }
  if (isTold) document.querySelector(steps[shown].shows)?.scrollIntoView({ block: "nearest" });
  if (isTold) voice.say(steps[shown].says);
  else voice.rest();
}

async function count() {
  if (run) return;
  const own = (run = {});
  show(0);
  while (run === own && shown < steps.length) {
    if (document.hidden) return goTo(steps.length);
    current = new AbortController();
    await delay((SHOWN + LETTER * steps[shown].says.length) / (keptSpeed() || 1), current.signal);
    if (run === own) show(shown + 1);
  }
  if (run === own) run = null;
}

/** Show a step, and no other until it is asked for. @param {number} place */
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

/** Whether a press belongs to something else that can be pressed. @param {Event} event */
function isElsewhere({ target }) {
  const pressed = target instanceof Element ? target.closest("a, button, input, summary, textarea") : null;
  return pressed !== null && pressed !== again;
}

/** Whether the page is the next one after the table of the match, and was not loaded again. */
function isFresh() {
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return visit?.type === "navigate" && document.referrer.split(/[?#]/)[0] === location.origin + location.pathname;
}

document.addEventListener("pointerdown", (event) => {
  if (!isElsewhere(event)) skip(false);
});
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const by = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
  if (by && steps.length && !(target instanceof Element && target.closest("input, textarea"))) return goTo(shown + by);
  if (shown === steps.length || (key !== "Escape" && (key !== " " || isElsewhere(event)))) return;
  event.preventDefault();
  skip(key === "Escape");
});
document.addEventListener("visibilitychange", () => document.hidden && run && skip(true));
if (again && steps.length) {
  again.hidden = false;
  again.addEventListener("click", count);
  byId("count-by")?.removeAttribute("hidden");
  byId("count-before")?.addEventListener("click", () => goTo(shown - 1));
  byId("count-after")?.addEventListener("click", () => goTo(shown + 1));
}
if (isFresh() && keptSpeed() && !matchMedia("(prefers-reduced-motion: reduce)").matches) count();
