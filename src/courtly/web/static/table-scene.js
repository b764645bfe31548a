/**
 * A part of the page that explains an event, such as the count of a year. It opens once the event has been shown, and
 * closes by itself. A link opens it at any time, also without script. */

/** Milliseconds that a scene stays open after its last animation. */
const HOLD_TIME = 3000;

/** Milliseconds between two checks whether the scene is in the way. */
const POLL_TIME = 200;

/** Maximum number of waiting entries; if there are more, the scene is not played, but its link still opens it. */
const MAX_WAITING = 4;

/** Whether the viewer has something to do, has a panel open, or prefers reduced motion. */
function shouldClose() {
  const busy = "#acts-data.asks, body.is-aiming, [data-laid], #drawer :target, :popover-open:not(.flight)";
  return Boolean(document.querySelector(busy)) || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Play a scene. A press or the viewer's turn ends it.
 * @param {Element} scene
 * @param {import("./table-queue.js").Queue<any>} queue
 * @param {AbortSignal} signal
 */
export async function play(scene, { speed, waiting }, signal) {
  if (signal.aborted || waiting.length > MAX_WAITING || scene.matches("[hidden], :target") || shouldClose()) return;
  scene.classList.add("is-played");
  const moving = scene.getAnimations({ subtree: true });
  for (const one of moving) one.playbackRate = speed;
  const ends = moving.map((one) => Number(one.effect?.getComputedTiming().endTime));
  let polling = 0;
  await new Promise((end) => {
    polling = window.setInterval(() => shouldClose() && end(undefined), POLL_TIME);
    setTimeout(end, (Math.max(0, ...ends) + HOLD_TIME) / speed);
    signal.addEventListener("abort", end, { once: true });
    for (const kind of ["click", "keydown"]) document.addEventListener(kind, end, { once: true });
  });
  clearInterval(polling);
  scene.classList.remove("is-played");
}
