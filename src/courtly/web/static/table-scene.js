/**
 * A part of the page that explains an event, such as the count of a year. It opens once the event has been shown, and
 * closes by itself. A link opens it at any time, also without script. */

import { holdNumbers, rememberNumbers, showNumbers, showNumbersBefore } from "./table-numbers.js";
import { stripCopy } from "./table-page.js";
import { eventsOf } from "./table-events.js";

/** @typedef {import("./table-history.js").Entry} Entry */

/** Milliseconds that a scene stays open after its last animation, unless it has `data-hold`. */
const HOLD_TIME = 6000;

/** Milliseconds between two checks whether the scene is in the way. */
const POLL_TIME = 200;

/**
 * Whether the viewer is preparing a turn, has a panel open, or prefers reduced motion and the scene has animations.
 * @param {Element} scene
 */
function shouldClose(scene) {
  const busy = "body.is-aiming, [data-laid], #drawer :target, :popover-open:not(.flight)";
  if (document.querySelector(busy)) return true;
  return !scene.hasAttribute("data-still") && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The number of scenes that are still to be played. */
let waiting = 0;

/** The content of the last scene, until all events have been shown. The Moons of one move share a scene, which has them all. */
let played = "";

/**
 * Keep what the table shows now until the events that change it have been shown. This comes before the page changes.
 * @param {readonly Entry[]} entries
 * @param {(event: {id?: string}) => Element | null} sceneOf
 */
export function before(entries, sceneOf) {
  const scenes = entries.filter((entry) => eventsOf(entry).some(sceneOf)).length;
  waiting += scenes;
  if (scenes) coverTable();
  rememberNumbers(entries.flatMap(eventsOf), entries[0]?.n);
}

/** Show the old numbers again, now that the page has changed. */
export const after = holdNumbers;

/** A replay shows the numbers as they were before an entry, and then the present ones. */
export const rewindNumbers = showNumbersBefore;
export const restoreNumbers = showNumbers;

/** Cover the parts of the table that change after a scene with copies of their old state, until the scene is over. */
function coverTable() {
  for (const one of document.querySelectorAll(".cover")) one.remove();
  for (const one of document.querySelectorAll("[data-until-scene]")) {
    const copy = /** @type {HTMLElement} */ (one.cloneNode(true));
    const { x, y, width, height } = one.getBoundingClientRect();
    for (const each of [copy, ...copy.querySelectorAll("*")]) stripCopy(each);
    copy.classList.add("cover");
    copy.inert = true;
    copy.style.inset = `${y}px auto auto ${x}px`;
    copy.style.width = `${width}px`;
    copy.style.height = `${height}px`;
    one.after(copy);
  }
  document.body.classList.add("is-covered");
}

/** Show the table as it is now, after all events. */
export function removeCovers() {
  played = "";
  uncover();
}

function uncover() {
  waiting = 0;
  showNumbers();
  if (!document.body.matches(".is-covered")) return;
  for (const one of document.querySelectorAll(".cover")) one.remove();
  document.body.classList.remove("is-covered");
}

/**
 * Play a scene. A press ends it; the viewer's turn does not, since the viewer would miss the result of a year.
 * @param {Element} scene
 * @param {number} speed a factor; 0 skips the scene
 * @param {AbortSignal} signal
 */
export async function play(scene, speed, signal) {
  const isNew = scene.innerHTML !== played;
  played = scene.innerHTML;
  if (isNew && speed && !signal.aborted && !scene.matches("[hidden], :target") && !shouldClose(scene)) await open(scene, speed, signal);
  waiting -= 1;
  // A second scene, such as the sheet of a Moon that follows another Moon, opens after its own movements.
  if (waiting <= 0 && !scene.matches(".is-played")) uncover();
}

/**
 * Open a scene, and close it after its animations and a pause. Its button gets the focus. A scene with `data-stays` ends
 * the match: it stays open until the final page is shown.
 * @param {Element} scene
 * @param {number} speed
 * @param {AbortSignal} signal
 */
async function open(scene, speed, signal) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  scene.classList.add("is-played");
  /** @type {HTMLElement | null} */ (scene.querySelector("a, button"))?.focus({ preventScroll: true });
  const moving = scene.getAnimations({ subtree: true });
  for (const one of moving) one.playbackRate = speed;
  const ends = moving.map((one) => Number(one.effect?.getComputedTiming().endTime));
  const hold = Number(scene.getAttribute("data-hold") ?? HOLD_TIME);
  const time = (Math.max(0, ...ends) + hold) / speed;
  /** @type {HTMLElement} */ (scene).style.setProperty("--stays", `${time}ms`);
  const closed = new AbortController();
  let polling = 0;
  await new Promise((end) => {
    polling = window.setInterval(() => shouldClose(scene) && end(undefined), POLL_TIME);
    setTimeout(end, time);
    signal.addEventListener("abort", end, { once: true });
    document.addEventListener("click", end, { signal: closed.signal });
    // While the scene covers the table, no key acts on it; Escape also skips the other events.
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape") event.stopPropagation();
        if (!["Enter", "Escape", " "].includes(event.key)) return;
        event.preventDefault();
        end(undefined);
      },
      { capture: true, signal: closed.signal },
    );
  });
  closed.abort();
  clearInterval(polling);
  const hadFocus = scene.contains(document.activeElement);
  scene.classList.toggle("is-played", scene.hasAttribute("data-stays"));
  if (hadFocus) focused.focus({ preventScroll: true });
}
