/** What tells a reader how things stand: the caption, refusals, whose turn it is, how fast things are shown. */

import { SPEEDS } from "./table-queue.js";

/** @param {string} id */
export function byId(id) {
  return document.getElementById(id);
}

/** @param {string} message */
export function tell(message) {
  const notice = byId("notice");
  if (!notice) return;
  notice.textContent = message;
  notice.hidden = !message;
}

/** The caption: while something is shown it says what, and then again what is asked. */
export class Voice {
  constructor() {
    this.told = document.createElement("p");
    this.told.className = "caption told";
    this.told.setAttribute("role", "status");
    this.told.hidden = true;
    byId("caption")?.before(this.told);
  }

  /** @param {string} sentence */
  say(sentence) {
    const caption = byId("caption");
    if (!caption || !sentence) return;
    this.told.hidden = false;
    this.told.textContent = sentence;
    caption.hidden = true;
  }

  rest() {
    const caption = byId("caption");
    if (caption) caption.hidden = false;
    this.told.hidden = true;
  }
}

/** Whose turn it is, for whoever looks at another window: a mark before the title, and in the icon of the page. */
export class TurnSign {
  constructor() {
    this.isMine = false;
    this.icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
    this.plain = this.icon?.href ?? "";
    document.addEventListener("visibilitychange", () => this.show(this.isMine));
  }

  /** @param {boolean} isMine */
  show(isMine) {
    this.isMine = isMine;
    const title = document.title.replace(/^● /, "");
    const wanted = isMine && document.hidden ? `● ${title}` : title;
    if (document.title !== wanted) document.title = wanted;
    const icon = isMine ? new URL("favicon-turn.svg", import.meta.url).href : this.plain;
    if (this.icon && this.icon.href !== icon) this.icon.href = icon;
  }
}

const SPEED = "courtly-speed";
const LABELS = new Map([[0.5, "½×"], [1, "1×"], [2, "2×"], [0, "»"]]);

/** The speed that this browser was set to. */
export function keptSpeed() {
  try {
    const kept = Number(localStorage.getItem(SPEED) ?? 1);
    return LABELS.has(kept) ? kept : 1;
  } catch {
    return 1;
  }
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
  try {
    localStorage.setItem(SPEED, String(speed));
  } catch {
    // Where nothing may be kept, it holds for this page.
  }
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
