/**
 * Goes on in a lesson after an act: the server returns the next address. On a phone, a touch on the table folds the
 * sheet of the lesson. Without this script, the lesson works with plain forms and links. */

document.addEventListener("courtly:acted", (event) => {
  const { next } = /** @type {CustomEvent} */ (event).detail;
  if (next) location.assign(next);
});

const on = document.getElementById("lesson-next");
document.addEventListener("keydown", ({ key, target }) => {
  const isTyped = target instanceof Element && target.closest("a, button, input, select, textarea");
  if (key === "Enter" && on && !isTyped) on.click();
});

// The answer to a wrong move goes away with the next tap.
document.addEventListener("click", ({ target }) => {
  const notice = document.getElementById("notice");
  if (notice && target instanceof Node && !notice.contains(target)) notice.hidden = true;
}, true);

// `table.js` stops the events that it handles, so this listens before it.
for (const kind of ["pointerdown", "click"]) {
  document.addEventListener(kind, ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest("#main")) document.body.classList.add("is-folded");
    else if (target.closest("a")) document.body.classList.remove("is-folded");
  }, true);
}
