/**
 * The keys of a table whose places are radio buttons: the focus selects a place, Space chooses it as Enter does, and Escape
 * takes the piece back. */

/** @param {EventTarget | null} element @returns {HTMLInputElement | null} */
function placeOf(element) {
  return element instanceof HTMLInputElement && element.matches('.stage input[name="piece"]') ? element : null;
}

addEventListener("focusin", ({ target }) => {
  const place = placeOf(target);
  if (place) place.checked = true;
});

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " ") placeOf(event.target)?.form?.requestSubmit();
  const undo = document.getElementById("undo");
  if (event.key !== "Escape" || !undo || undo.hidden || document.querySelector(":popover-open:not(.flight)")) return;
  event.preventDefault();
  undo.click();
});
