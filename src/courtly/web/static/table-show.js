/**
 * What happens at the table, shown step by step: flights, the caption, sounds, whose turn it is; and what is done by keys
 * and with amounts. Imported by `table.js` once that takes touches.
 */

import { followAmounts, showAmount } from "./table-amount.js";
import { customProperties } from "./table-copies.js";
import { Ear } from "./table-ear.js";
import { Air } from "./table-flight.js";
import { Keyboard } from "./table-keyboard.js";
import { byId } from "./table-page.js";
import { Queue, delay } from "./table-queue.js";
import { sight } from "./table-sight.js";
import { TurnSign, Voice, askWhich, keptSpeed, nextSpeed, offerNotices, showSpeed } from "./table-signs.js";
import { Story, sceneOf } from "./table-story.js";

/** @typedef {import("./table-story.js").Told} Told */

/** Milliseconds in which a piece that one lays oneself comes to lie, and after which a page rests. */
const LAID = 180;
const RESTS = 1500;

export class Show {
  askWhich = askWhich;

  /**
   * @param {import("./table-aim.js").Aim} aim
   * @param {import("./table-keyboard.js").Doing} doing
   */
  constructor(aim, doing) {
    this.aim = aim;
    this.air = new Air();
    this.voice = new Voice();
    this.ear = new Ear();
    this.sign = new TurnSign(() => this.ear.hear("call"));
    this.story = new Story();
    this.queue = new Queue({
      show: (/** @type {Told} */ told, pace, signal) => this.show(told, pace, signal),
      rest: () => this.voice.rest(),
      isHidden: () => document.hidden,
    });
    new Keyboard(aim, this.queue, doing);
    for (const kind of ["pointerover", "focusin", "keyup"]) document.addEventListener(kind, ({ target }) => this.foresee(target));
    byId("again")?.addEventListener("click", () => this.present(this.story.again()));
    this.offerSpeeds();
    offerNotices();
    followAmounts();
    // What opens beside a card is out of the way once its rule is looked up.
    addEventListener("hashchange", () => {
      for (const box of document.querySelectorAll("[popover]:popover-open:not(.flight)")) /** @type {HTMLElement} */ (box).hidePopover();
    });
    setTimeout(customProperties, RESTS);
  }

  offerSpeeds() {
    this.queue.speed = keptSpeed();
    showSpeed(this.queue.speed);
    const button = byId("speed");
    if (!button) return;
    button.hidden = false;
    button.addEventListener("click", () => {
      this.queue.speed = nextSpeed(this.queue.speed);
      showSpeed(this.queue.speed);
    });
  }

  /**
   * @param {Told} told
   * @param {number} pace
   * @param {AbortSignal} signal
   */
  async show(told, pace, signal) {
    if (pace) this.voice.say(told.sentence);
    const hear = (/** @type {number} */ place) => told.sounds[place] && this.ear.hear(told.sounds[place]);
    if (told.movements.length) await this.air.show(told.movements, pace, signal, hear);
    else {
      if (pace) hear(0);
      await delay(pace, signal);
    }
    const scene = pace && sceneOf(told.last);
    if (scene) await (await import("./table-scene.js")).play(scene, this.queue, signal);
  }

  /** @param {Told[]} told */
  present(told) {
    for (const one of told) this.air.hold(one.movements.flat());
    this.queue.push(...told);
  }

  /** @param {import("./table-story.js").Entry} entry */
  hear(entry) {
    this.story.hear(entry);
    const shown = Number(document.body.dataset.version);
    if (entry.n < shown) this.tellUpTo(shown);
  }

  /** Look where everything lies before the page changes. @param {{place: string, rect: DOMRect} | null} above where a piece lies only as a copy */
  before(above) {
    const old = sight(this.story.pieces());
    if (above) old.rects.set(above.place, above.rect);
    this.story.before(old);
  }

  /** Show what has happened up to a version, which the page shows. @param {number} version */
  tellUpTo(version) {
    this.present(this.story.after(version, sight(this.story.pieces())));
    const button = byId("again");
    if (button) button.hidden = !this.story.round.length;
  }

  /** Follow what was drawn anew. */
  renew() {
    showAmount();
    this.air.veil.renew();
    this.foresee(null);
  }

  /** Say what laying the piece at the place that is meant would change. @param {EventTarget | null} under what is pointed at */
  foresee(under) {
    const target = this.aim.cursor ?? this.aim.targetAt(under instanceof Element ? under : null);
    const found = target === null ? [] : this.aim.actsAt(target);
    this.voice.foresee(found.length === 1 ? found[0].changes : "");
  }

  /**
   * Let a piece that was just laid come to where it lies.
   * @param {string} piece
   * @param {DOMRect} from
   */
  settle(piece, from) {
    const { rects, copies } = sight([piece]);
    const [to, after] = [rects.get(piece), copies.get(piece)];
    if (!to || !after || !this.queue.speed) return;
    const flight = { piece, from, to, before: null, after, isTurned: false, isCovered: true };
    this.air.hold([flight]);
    this.air.show([[flight]], LAID, new AbortController().signal);
  }
}
