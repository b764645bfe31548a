/**
 * The count at the end of a match, step after step: what a step is to bring waits unseen, and its words are the caption.
 *
 * The server says what is told and what comes up; the page has all of it, and shows it at once where this does not run.
 * A tap or Space lets a step be over, Esc all of them.
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
/** What ends the step that is shown, and whether all that follow are over too. @type {AbortController | null} */
let current = null;
let isSkipping = false;

/** @param {number} place the step that is shown, from 0 */
function show(place) {
  document.body.classList.toggle("is-counting", place < steps.length);
  for (const [number, step] of steps.entries()) {
    for (const one of document.querySelectorAll(step.shows)) one.classList.toggle("is-to-come", number > place);
  }
  if (place < steps.length) document.querySelector(steps[place].shows)?.scrollIntoView({ block: "nearest" });
}

async function count() {
  if (current) return;
  isSkipping = false;
  for (const [place, { says }] of steps.entries()) {
    if (isSkipping || document.hidden) break;
    current = new AbortController();
    show(place);
    voice.say(says);
    await delay((SHOWN + LETTER * says.length) / (keptSpeed() || 1), current.signal);
  }
  current = null;
  show(steps.length);
  voice.rest();
}

/** @param {boolean} isAll */
function skip(isAll) {
  isSkipping = isAll;
  current?.abort();
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
  if (!current || (event.key !== "Escape" && (event.key !== " " || isElsewhere(event)))) return;
  event.preventDefault();
  skip(event.key === "Escape");
});
document.addEventListener("visibilitychange", () => document.hidden && skip(true));
if (again && steps.length) {
  again.hidden = false;
  again.addEventListener("click", count);
}
if (isFresh() && keptSpeed() && !matchMedia("(prefers-reduced-motion: reduce)").matches) count();
