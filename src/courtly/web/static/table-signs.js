/** What tells a reader how things stand: the caption, refusals, whose turn it is, how fast things are shown. */

import { SPEEDS } from "./table-queue.js";

/** @param {string} id */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * Tell a refusal, or no more of one; beside what it is about, where that is in sight.
 * @param {string} message
 * @param {Element | null} [about]
 */
export function tell(message, about = null) {
  const notice = byId("notice");
  if (!notice) return;
  notice.textContent = message;
  notice.hidden = !message;
  const rule = ruleOf(message);
  if (rule) notice.append(" ", rule);
  // A place that is no box of its own is where its first part is.
  const box = about?.getClientRects().length ? about : about?.firstElementChild;
  const place = message ? box?.getBoundingClientRect() : undefined;
  notice.classList.toggle("is-beside", Boolean(place?.width));
  notice.style.left = notice.style.top = "";
  if (!place?.width) return;
  const { width, height } = notice.getBoundingClientRect();
  const within = (/** @type {number} */ wanted, /** @type {number} */ most) => `${Math.max(8, Math.min(wanted, most - 8))}px`;
  notice.style.left = within(place.left + (place.width - width) / 2, innerWidth - width);
  notice.style.top = within(place.top > height + 16 ? place.top - height - 8 : place.bottom + 8, innerHeight - height);
}

/**
 * A link to the rule behind a refusal, null where none is known: what is said of one ends in why it was.
 * @param {string} message
 */
function ruleOf(message) {
  const known = byId("refusal-rules");
  const found = Object.entries(JSON.parse(known?.textContent || "{}")).find(([words]) => message.endsWith(words));
  if (!known || !found) return null;
  const link = document.createElement("a");
  link.href = `#${found[1]}`;
  link.className = "to-rule";
  link.textContent = known.dataset.words ?? "";
  return link;
}

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
    const icon = this.isMine ? new URL("favicon-turn.svg", import.meta.url).href : this.plain;
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
