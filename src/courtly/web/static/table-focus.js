/**
 * The keyboard at a table with a market: a digit is the place of a card, and a keyboard never loses the focus. The first
 * Tab of a turn goes from the question to the acts. */

const root = document.documentElement;
const KEYS = "data-keys";
const BUTTONS = "button[form=acts]";

/** Move the focus that the page has lost to Confirm, if the turn waits for it, or else to the question. */
function refocus() {
  if (document.activeElement !== document.body || document.querySelector(":popover-open:not(.flight)")) return;
  const confirm = document.getElementById("confirm");
  const isWaiting = confirm?.checkVisibility() && confirm.getAttribute("aria-disabled") !== "true";
  (isWaiting ? confirm : document.getElementById("asked"))?.focus({ preventScroll: true });
}

/** Press the button of a numbered element, or say why it has none. @param {number} number */
async function press(number) {
  const all = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-number]"))].filter((one) => one.checkVisibility());
  const chosen = all.filter((one) => one.matches(BUTTONS));
  const wanted = (chosen.length ? chosen : all).find((one) => one.dataset.number === String(number));
  const buttons = wanted?.matches(BUTTONS) ? [wanted] : [.../** @type {NodeListOf<HTMLElement>} */ (wanted?.querySelectorAll(BUTTONS) ?? [])];
  if (buttons.length === 1) buttons[0].click();
  else if (buttons.length) buttons[0].focus();
  else if (wanted) (await import("./table-refusal.js")).showNotice(wanted.querySelector(".state")?.getAttribute("title") ?? "", wanted);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key, ctrlKey, metaKey, altKey } = event;
  const isTyping = document.activeElement?.matches("input:not([type=radio], [type=range]), textarea, select, [contenteditable]");
  if (isTyping || ctrlKey || metaKey || altKey) return;
  root.toggleAttribute(KEYS, true);
  if (key === "Tab" && document.querySelector("#acts-data.asks")) refocus();
  if (!/^[1-9]$/.test(key) || document.querySelector(":popover-open:not(.flight)")) return;
  // A digit picks up nothing here, such as the purse or the Moon of a pledge.
  event.stopPropagation();
  press(Number(key));
}

addEventListener("keydown", onKey, true);
addEventListener("pointerdown", () => root.toggleAttribute(KEYS, false), true);

/** Browsers move the focus away from a removed or hidden element when they draw the next frame. */
function afterFrame() {
  if (root.hasAttribute(KEYS)) requestAnimationFrame(() => setTimeout(refocus));
}

const main = document.getElementById("main");
if (main) new MutationObserver(afterFrame).observe(main, { childList: true, subtree: true, attributeFilter: ["hidden"] });
