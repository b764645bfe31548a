/**
 * A scene of the page that goes with what has happened, as the count of a year: it opens by itself once that has been
 * shown, and closes again. It can be asked for by its link at any time, which is how it is seen without this.
 */

/** Milliseconds that a scene stays once all of it has come up. */
const STAYS = 3000;

/** Milliseconds between two looks whether it is in the way. */
const LOOKS = 200;

/** How many steps may wait behind it: who has fallen further behind asks for it. */
const MANY = 4;

/** Whether the reader has something to do, or open beside the table; or wants no movement. */
function isUnwanted() {
  const busy = "#acts-data.asks, body.is-aiming, [data-laid], #drawer :target, :popover-open:not(.flight)";
  return Boolean(document.querySelector(busy)) || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Play a scene; whatever is pressed meanwhile ends it, and the reader's turn when it comes.
 * @param {Element} scene
 * @param {import("./table-queue.js").Queue<any>} queue
 * @param {AbortSignal} signal
 */
export async function play(scene, { speed, waiting }, signal) {
  if (signal.aborted || waiting.length > MANY || scene.matches("[hidden], :target") || isUnwanted()) return;
  scene.classList.add("is-played");
  const moving = scene.getAnimations({ subtree: true });
  for (const one of moving) one.playbackRate = speed;
  const ends = moving.map((one) => Number(one.effect?.getComputedTiming().endTime));
  let looking = 0;
  await new Promise((end) => {
    looking = window.setInterval(() => isUnwanted() && end(undefined), LOOKS);
    setTimeout(end, (Math.max(0, ...ends) + STAYS) / speed);
    signal.addEventListener("abort", end, { once: true });
    for (const kind of ["click", "keydown"]) document.addEventListener(kind, end, { once: true });
  });
  clearInterval(looking);
  scene.classList.remove("is-played");
}
