/** What tells a reader how things stand: the caption, whose turn it is, how fast things are shown. */

import { byId } from "./table-page.js";
import { SPEEDS } from "./table-queue.js";

/** The caption: what happens while it is shown, else what a drop would change, else what is asked. */
export class Voice {
  constructor() {
    this.told = document.createElement("p");
    this.told.className = "caption happened";
    this.told.setAttribute("role", "status");
    this.told.hidden = true;
    this.isTelling = false;
    byId("caption")?.before(this.told);
  }

  /** @param {string} sentence */
  say(sentence) {
    if (sentence) this.put(sentence, true);
  }

  rest() {
    this.put("");
  }

  /** Say what would change, nothing to say no more of it. @param {string} words */
  foresee(words) {
    if (!this.isTelling) this.put(words);
  }

  put(/** @type {string} */ words, isTelling = false) {
    const caption = byId("caption");
    if (!caption) return;
    this.isTelling = isTelling;
    if (this.told.textContent !== words) this.told.textContent = words;
    this.told.hidden = !words;
    caption.hidden = !this.told.hidden;
  }
}

/** Whose turn it is, for whoever looks elsewhere: a mark before the title and in the icon, a call, a notice where that is wanted. */
export class TurnSign {
  /** @param {() => void} call */
  constructor(call) {
    this.call = call;
    /** @type {boolean | null} */
    this.isMine = null;
    this.icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
    this.plain = this.icon?.href ?? "";
    document.addEventListener("visibilitychange", () => this.mark());
  }

  /** @param {boolean} isMine */
  show(isMine) {
    const isNew = isMine && this.isMine === false;
    this.isMine = isMine;
    this.mark();
    if (!isNew) return;
    this.call();
    if (document.hidden && kept(NOTIFY) === "on") notify(document.title.replace(/^● /, ""));
  }

  mark() {
    const title = document.title.replace(/^● /, "");
    const wanted = this.isMine && document.hidden ? `● ${title}` : title;
    if (document.title !== wanted) document.title = wanted;
    const icon = this.isMine ? new URL(this.icon?.dataset.turn ?? "", location.href).href : this.plain;
    if (this.icon && this.icon.href !== icon) this.icon.href = icon;
  }
}

const NOTIFY = "courtly-notify";

/** @param {string} words */
function notify(words) {
  try {
    const shown = new Notification(words, { tag: "courtly-turn" });
    shown.addEventListener("click", () => window.focus());
  } catch {
    // A browser that knows notices from workers alone: title and icon say it there.
  }
}

/** The switch for a notice of one's turn; the browser is asked for leave when it is switched on, and only then. */
export function offerNotices() {
  const button = byId("notify");
  if (!button || !("Notification" in window)) return;
  const show = (/** @type {boolean} */ isOn) => button.setAttribute("aria-pressed", String(isOn));
  byId("notices")?.removeAttribute("hidden");
  show(kept(NOTIFY) === "on" && Notification.permission === "granted");
  button.addEventListener("click", async () => {
    const isOn = button.getAttribute("aria-pressed") !== "true" && (await Notification.requestPermission()) === "granted";
    keep(NOTIFY, isOn ? "on" : "off");
    show(isOn);
  });
}

/** What this browser was told before, null where nothing may be kept. @param {string} name */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Where nothing may be kept, it holds for this page.
  }
}

const SPEED = "courtly-speed";
const LABELS = new Map([[0.5, "½×"], [1, "1×"], [2, "2×"], [0, "»"]]);

/** The speed that this browser was set to. */
export function keptSpeed() {
  const speed = Number(kept(SPEED) ?? 1);
  return LABELS.has(speed) ? speed : 1;
}

/**
 * @param {number} speed
 * @returns {number} the one after it
 */
export function nextSpeed(speed) {
  return SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
}

/** @param {number} speed */
export function showSpeed(speed) {
  const button = byId("speed");
  if (button) button.textContent = LABELS.get(speed) ?? "";
  document.body.classList.toggle("is-at-once", !speed);
  keep(SPEED, String(speed));
}

/**
 * Ask which of several acts is meant.
 * @param {readonly import("./table-acts.js").Act[]} acts
 * @returns {Promise<import("./table-acts.js").Act | null>}
 */
export function askWhich(acts) {
  const box = document.createElement("div");
  box.className = "which";
  box.popover = "auto";
  return new Promise((resolve) => {
    for (const act of acts) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "act";
      button.textContent = act.words;
      button.addEventListener("click", () => {
        resolve(act);
        box.hidePopover();
      });
      box.append(button);
    }
    box.addEventListener("toggle", (event) => {
      if (/** @type {ToggleEvent} */ (event).newState !== "closed") return;
      resolve(null);
      box.remove();
    });
    document.body.append(box);
    box.showPopover();
    box.querySelector("button")?.focus();
  });
}
