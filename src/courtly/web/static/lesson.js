/**
 * Goes on in a lesson after an act. The server returns the next address. Without this script, the lesson works with
 * plain forms. */

document.addEventListener("courtly:acted", (event) => {
  const { next } = /** @type {CustomEvent} */ (event).detail;
  if (next) location.assign(next);
});

const on = document.getElementById("lesson-next");
document.addEventListener("keydown", ({ key, target }) => {
  const isTyped = target instanceof Element && target.closest("a, button, input, select, textarea");
  if (key === "Enter" && on && !isTyped) on.click();
});
