/**
 * A press outside an open popover only closes it. The browser closes it, but would also press what is under the pointer.
 * Keys are not affected. */

let isOutside = false;

/** Whether a press is outside all open popovers that it closes, and not on the button that opened one of them. */
function closes(/** @type {Element} */ pressed) {
  const open = [...document.querySelectorAll("[popover]:not([popover=manual]):popover-open")];
  const opener = pressed.closest("[popovertarget]")?.getAttribute("popovertarget");
  return open.length > 0 && !open.some((one) => one.contains(pressed) || one.id === opener);
}

addEventListener(
  "pointerdown",
  (event) => {
    isOutside = event.target instanceof Element && closes(event.target);
    if (isOutside) event.stopPropagation();
  },
  true,
);
addEventListener(
  "click",
  (event) => {
    if (!isOutside || !event.detail) return;
    isOutside = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
// A link to a rule closes the popover that contains it.
addEventListener("hashchange", () => {
  for (const box of document.querySelectorAll("[popover]:popover-open:not(.flight)")) /** @type {HTMLElement} */ (box).hidePopover();
});
