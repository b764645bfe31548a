/**
 * The keyboard at a table with a market: a digit is the place of a card, a letter is an act, and a keyboard never loses the
 * focus. The first Tab of a turn goes from the question to the acts. */

const root = document.documentElement;
const KEYS = "data-keys";
const BUTTONS = "button[form=acts]";

const tray = document.getElementById("tray");
if (tray) tray.tabIndex = -1;

/** Move the focus that the page has lost to Confirm, if the turn waits for it, or else to the question, or while there is
none, to the tray. */
function refocus() {
  if (![document.body, tray].includes(/** @type {HTMLElement} */ (document.activeElement)) || document.querySelector(":popover-open:not(.flight)")) return;
  const confirm = document.getElementById("confirm");
  const isWaiting = confirm?.checkVisibility() && confirm.getAttribute("aria-disabled") !== "true";
  const asked = document.getElementById("asked");
  (isWaiting ? confirm : asked?.checkVisibility() ? asked : tray)?.focus({ preventScroll: true });
}

/** Return the visible elements that match. @param {string} selector */
function visible(selector) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))].filter((one) => one.checkVisibility());
}

/** Press the button of a numbered element, or say why it has none. @param {number} number */
function press(number) {
  const all = visible("[data-number]");
  const chosen = all.filter((one) => one.matches(BUTTONS));
  const wanted = (chosen.length ? chosen : all).find((one) => one.dataset.number === String(number));
  const buttons = wanted?.matches(BUTTONS) ? [wanted] : [.../** @type {NodeListOf<HTMLElement>} */ (wanted?.querySelectorAll(BUTTONS) ?? [])];
  if (buttons.length === 1) buttons[0].click();
  else if (buttons.length) buttons[0].focus();
  else if (wanted) refuse(wanted, wanted.querySelector(".state")?.getAttribute("title"));
}

/** Say why an element cannot be pressed. @param {HTMLElement} wanted @param {string | null | undefined} reason */
async function refuse(wanted, reason) {
  (await import("./table-refusal.js")).showNotice(reason ?? "", wanted);
}

/** Press the button with a letter, or say why it is closed. @param {string} letter @returns {boolean} whether there is one */
function pressLetter(letter) {
  const wanted = visible("[data-letter]").find((one) => one.dataset.letter?.toLowerCase() === letter);
  if (wanted instanceof HTMLButtonElement) {
    wanted.focus({ preventScroll: true });
    wanted.click();
  } else if (wanted) refuse(wanted, wanted.title || wanted.querySelector("small")?.textContent);
  return Boolean(wanted);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key, ctrlKey, metaKey, altKey } = event;
  const isTyping = document.activeElement?.matches("input:not([type=radio], [type=range]), textarea, select, [contenteditable]");
  if (isTyping || ctrlKey || metaKey || altKey) return;
  root.toggleAttribute(KEYS, true);
  if (key === "Tab" && document.querySelector("#acts-data.asks")) refocus();
  if (document.querySelector(":popover-open:not(.flight)")) return;
  // A digit picks up nothing here, such as the purse or the Moon of a pledge.
  if (/^[1-9]$/.test(key)) press(Number(key));
  // The letter of an open place comes first.
  else if (!/^[a-z]$/i.test(key) || document.querySelector(`:is([data-key="${key}" i], [data-key="${key}" i] *)[data-open]`) || !pressLetter(key.toLowerCase())) return;
  event.stopPropagation();
}

/** A press on a card that is not yet seen chooses nothing: it shows the present table, as Esc does. @param {MouseEvent} event */
function onClick(event) {
  const piece = event.target instanceof Element && event.target.closest(BUTTONS)?.closest("[data-piece]");
  if (!piece || getComputedStyle(piece).opacity !== "0") return;
  event.preventDefault();
  event.stopPropagation();
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
}

addEventListener("click", onClick, true);
addEventListener("keydown", onKey, true);
addEventListener("pointerdown", () => root.toggleAttribute(KEYS, false), true);

/** Browsers move the focus away from a removed or hidden element when they draw the next frame. */
function afterFrame() {
  if (root.hasAttribute(KEYS)) requestAnimationFrame(() => setTimeout(refocus));
}

const main = document.getElementById("main");
if (main) new MutationObserver(afterFrame).observe(main, { childList: true, subtree: true, attributeFilter: ["hidden"] });
