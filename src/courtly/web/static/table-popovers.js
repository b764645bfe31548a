/**
 * Presses. One outside an open popover only closes it: the browser closes it, but would also press what is under the pointer.
 * One on an element that is replaced before its release counts for the new element. Keys are not affected. */

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
// The key that shows the list of keys also hides it.
addEventListener(
  "keydown",
  (event) => {
    const keys = document.querySelector("#keys:popover-open");
    if (event.key !== "?" || !(keys instanceof HTMLElement)) return;
    event.preventDefault();
    event.stopPropagation();
    keys.hidePopover();
  },
  true,
);
/** The element that was pressed last. @type {Element | null} */
let pressed = null;

/** Return what identifies the control, the piece or the place at an element. @param {Element | null} element */
function identityOf(element) {
  const one = element?.closest("button, a, [data-id]");
  return one && [one.id, ...["data-id", "name", "value"].map((name) => one.getAttribute(name)), one.textContent].join("\n");
}

addEventListener("pointerdown", ({ target }) => (pressed = target instanceof Element ? target : null), true);
// A new state may replace an element while the mouse presses it. Then the browser clicks nothing.
addEventListener("pointerup", ({ pointerType, clientX, clientY }) => {
  if (pointerType !== "mouse" || !pressed || pressed.isConnected) return;
  const successor = document.elementFromPoint(clientX, clientY);
  if (!identityOf(pressed) || identityOf(pressed) !== identityOf(successor)) return;
  successor?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY, detail: 1 }));
});
// A link to a rule closes the popover that contains it.
addEventListener("hashchange", () => {
  for (const box of document.querySelectorAll("[popover]:popover-open:not(.flight)")) /** @type {HTMLElement} */ (box).hidePopover();
});
