/**
 * A part of the page that explains an event, such as the count of a year. It opens once the event has been shown, and
 * closes by itself. A link opens it at any time, also without script. */

/** Milliseconds that a scene stays open after its last animation. */
const HOLD_TIME = 3000;

/** Milliseconds between two checks whether the scene is in the way. */
const POLL_TIME = 200;

/** Whether the viewer is preparing a turn, has a panel open, or prefers reduced motion. */
function shouldClose() {
  const busy = "body.is-aiming, [data-laid], #drawer :target, :popover-open:not(.flight)";
  return Boolean(document.querySelector(busy)) || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Play a scene. A press ends it; the viewer's turn does not, since the viewer would miss the result of a year.
 * @param {Element} scene
 * @param {import("./table-queue.js").Queue<any>} queue
 * @param {AbortSignal} signal
 */
export async function play(scene, { speed }, signal) {
  if (signal.aborted || scene.matches("[hidden], :target") || shouldClose()) return;
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
