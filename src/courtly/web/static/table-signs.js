/** The caption, the turn sign and the speed. */

import { byId } from "./table-page.js";
import { SPEEDS } from "./table-queue.js";
import { readSetting, writeSetting } from "./table-settings.js";

/** The number of lines that the spoken log keeps. */
const SPOKEN = 20;

/**
 * The caption shows the present event, or else the effect of a possible move, or else the pending question. Screen
 * readers hear the same in `spoken`, a log: the question is announced after the events that led to it.
 */
export class Caption {
  constructor() {
    this.element = document.createElement("p");
    this.element.className = "caption event-caption";
    this.element.hidden = true;
    this.isEvent = false;
    this.spoken = document.createElement("div");
    this.spoken.className = "visually-hidden";
    this.spoken.id = "spoken";
    this.spoken.setAttribute("role", "log");
    byId("caption")?.before(this.element, this.spoken);
    byId("caption")?.removeAttribute("role");
  }

  /** Announce a text unless it is the last one announced. @param {string | undefined} words */
  say(words) {
    if (!words || words === this.spoken.lastChild?.textContent) return;
    const line = document.createElement("p");
    line.textContent = words;
    this.spoken.append(line);
    if (this.spoken.childElementCount > SPOKEN) this.spoken.firstChild?.remove();
  }

  /**
   * @param {string | undefined} sentence
   * @param {boolean} isSeen whether there is time to read it
   * @returns {number} the number of letters that the caption has not shown before
   */
  show(sentence = "", isSeen) {
    const before = this.element.textContent?.replace(/\.$/, "") ?? "";
    this.say(sentence);
    if (sentence && isSeen) this.set(sentence, true);
    return sentence.length - (sentence.startsWith(before) ? before.length : 0);
  }

  /** Announce the pending question. */
  ask() {
    this.say(byId("caption")?.textContent?.trim());
  }

  clear() {
    this.set("");
    this.ask();
  }

  /** Show the effect of a possible move, or ask for the place of a piece; two empty texts hide both.
   * @param {string | undefined} changes @param {string} piece */
  preview(changes, piece) {
    if (!this.isEvent) this.set(changes || (piece && piece.replace(/\.?$/, `. ${byId("caption")?.dataset.aim ?? ""}`)));
  }

  set(/** @type {string} */ words, isEvent = false) {
    const caption = byId("caption");
    if (!caption) return;
    this.isEvent = isEvent;
    if (this.element.textContent !== words) this.element.textContent = words;
    this.element.hidden = !words;
    caption.hidden = !!words;
  }
}

/** Shows viewers who look at another tab that it is their turn: by a mark in the title and in the icon, a sound, and, if
 * they allow it, a notification. */
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
    if (document.hidden) import("./table-notifications.js").then(({ notify }) => notify());
  }

  mark() {
    const title = document.title.replace(/^● /, "");
    document.title = this.isMine && document.hidden ? `● ${title}` : title;
    const icon = this.isMine ? new URL(this.icon?.dataset.turn ?? "", location.href).href : this.plain;
    if (this.icon && this.icon.href !== icon) this.icon.href = icon;
  }
}

const SPEED = "courtly-speed";
const LABELS = new Map([[0.5, "½×"], [1, "1×"], [2, "2×"], [0, "»"]]);

/** Return the speed stored in this browser. */
export function storedSpeed() {
  const speed = Number(readSetting(SPEED) ?? 1);
  return LABELS.has(speed) ? speed : 1;
}

/**
 * @param {number} speed
 * @returns {number} the next speed
 */
export function nextSpeed(speed) {
  return SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
}

/** Show and store a speed, and return it. @param {number} speed */
export function showSpeed(speed) {
  const button = byId("speed");
  if (button) button.textContent = LABELS.get(speed) ?? "";
  document.body.classList.toggle("is-at-once", !speed);
  writeSetting(SPEED, String(speed));
  return speed;
}
