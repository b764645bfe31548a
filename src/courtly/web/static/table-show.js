/**
 * Shows the events of the table step by step: animation, caption, sounds and turn sign. It also sets up the keyboard and
 * the amounts. `table.js` imports this module after the table is ready for input. */

import { followAmounts, showAmount } from "./table-amount.js";
import { customProperties } from "./table-copies.js";
import { FlightLayer } from "./table-flight.js";
import { EntryHistory, sceneOf } from "./table-history.js";
import { Keyboard } from "./table-keyboard.js";
import { byId, nameOf } from "./table-page.js";
import { Queue, delay, timeToRead } from "./table-queue.js";
import { takeSnapshot } from "./table-snapshot.js";
import { Confirmation } from "./table-confirmation.js";
import { SoundSwitch } from "./table-sound-switch.js";
import { Caption, TurnSign, nextSpeed, showSpeed, storedSpeed } from "./table-signs.js";

/** @typedef {import("./table-history.js").ShownEntry} ShownEntry */

/** Milliseconds of the flight of the viewer's own piece and of the sign of a press. */
const SETTLE_TIME = 180;

/** Show immediately that a press was noticed; the result may take longer. @param {PointerEvent} event */
function showPress({ target }) {
  /** @type {Element} */ (target).closest("button, label, [data-piece]")?.animate({ opacity: [0.6, 1] }, SETTLE_TIME);
}

export class Show {
  /**
   * @param {import("./table-aim.js").Aim} aim
   * @param {import("./table-keyboard.js").Actions} actions
   */
  constructor(aim, actions) {
    this.aim = aim;
    this.flightLayer = new FlightLayer();
    this.caption = new Caption();
    this.confirmation = new Confirmation();
    this.sound = new SoundSwitch();
    this.sign = new TurnSign(() => this.sound.play("call"));
    this.history = new EntryHistory();
    /** @type {typeof import("./table-scene.js") | null} */
    this.scenes = null;
    this.queue = new Queue({
      show: (/** @type {ShownEntry} */ entry, pace, signal) => this.show(entry, pace, signal),
      onEmpty: () => this.ask(),
      isHidden: () => document.hidden,
    });
    new Keyboard(aim, this.queue, actions);
    document.addEventListener("pointerdown", showPress);
    for (const kind of ["pointerover", "focusin", "keyup"]) document.addEventListener(kind, ({ target }) => this.preview(target));
    byId("replay")?.addEventListener("click", async () => (await import("./table-replay.js")).replay(this));
    this.offerSpeeds();
    followAmounts();
    // After this time, the page counts as idle.
    setTimeout(async () => {
      customProperties();
      if (document.querySelector("[data-scene]")) this.scenes = await import("./table-scene.js");
      (await import("./table-notifications.js")).offerNotifications();
    }, 1500);
  }

  offerSpeeds() {
    this.queue.speed = showSpeed(storedSpeed());
    const button = byId("speed");
    if (!button) return;
    button.hidden = false;
    button.addEventListener("click", () => (this.queue.speed = showSpeed(nextSpeed(this.queue.speed))));
  }

  /**
   * @param {ShownEntry} entry
   * @param {number} pace
   * @param {AbortSignal} signal
   */
  async show(entry, pace, signal) {
    const letters = this.caption.show(entry.sentence, pace > 0);
    const playSound = (/** @type {number} */ place) => this.sound.playOf(entry, place);
    const isOwn = String(entry.entry.seat) === /** @type {HTMLElement | null} */ (document.querySelector("#company .mine"))?.dataset.seat;
    // The last event needs no time if nothing has moved and the viewer's turn has begun: its question follows.
    const isAsked = this.sign.isMine && !this.queue.waiting.length && !entry.movements.length && !sceneOf(entry.last);
    // The sentence can be read while the pieces fly; both come to their end. The viewer knows an own act.
    const isRead = delay(isAsked ? 0 : timeToRead(letters, pace, isOwn ? 2 : this.queue.speed), signal);
    if (entry.movements.length) await this.flightLayer.show(entry.movements, pace, signal, playSound);
    else {
      if (pace) playSound(0);
      await delay(pace, signal);
    }
    // The changed numbers are seen under the sentence that explains them.
    await isRead;
    const scene = sceneOf(entry.last);
    if (scene) await (await import("./table-scene.js")).play(scene, pace && this.queue.speed, signal);
  }

  /** @param {ShownEntry[]} entries */
  enqueue(entries) {
    for (const one of entries) this.flightLayer.prepare(one.movements.flat());
    this.queue.push(...entries);
  }

  /** @param {import("./table-history.js").Entry} entry */
  receive(entry) {
    this.history.receive(entry);
    const shown = Number(document.body.dataset.version);
    if (entry.n < shown) this.showUpTo(shown);
  }

  /** Record all positions before the page changes. @param {{place: string, rect: DOMRect} | null} copied the position
   * of a piece that is shown only as a copy */
  before(copied) {
    this.scenes?.before(this.history.pending, sceneOf);
    const old = takeSnapshot(this.history.pieces());
    if (copied) old.rects.set(copied.place, copied.rect);
    this.history.before(old);
  }

  /** Show the events that led to a version; the page shows that version already. @param {number} version */
  showUpTo(version) {
    this.enqueue(this.history.after(version, takeSnapshot(this.history.pieces())));
    this.scenes?.after();
    byId("replay")?.toggleAttribute("hidden", !this.history.past.some((one) => one.isVisible));
  }

  /** Update the page after elements have been rerendered. */
  refresh() {
    showAmount();
    this.flightLayer.hiddenPieces.refresh();
    this.preview(null);
    if (!this.queue.isShowing) this.ask();
  }

  /** Announce the pending question, and show it on the viewer's turn. Until then the last event says more. */
  ask() {
    this.scenes?.removeCovers();
    if (this.sign.isMine) this.caption.clear();
    else this.caption.ask();
  }

  /** Show the effect of putting the piece at the place under the cursor or pointer, or else what the picked piece is.
   * @param {EventTarget | null} under the element under the pointer */
  preview(under) {
    const target = this.aim.cursor ?? this.aim.targetAt(under instanceof Element ? under : null);
    const acts = target === null ? [] : this.aim.actsAt(target);
    const [act] = acts.length === 1 ? acts : [];
    const name = nameOf(this.aim.picked ?? "");
    this.caption.preview(act?.changes, name);
    if (!act) this.caption.say(name);
    else if (this.aim.cursor !== null) this.caption.say(`${act.words} ${act.changes}`.trim());
  }

  /**
   * Animate a piece from where it was dropped to its position.
   * @param {string} piece
   * @param {DOMRect} from
   */
  settle(piece, from) {
    const { rects, copies } = takeSnapshot([piece]);
    const [to, after] = [rects.get(piece), copies.get(piece)];
    // A piece without a box, such as the coins of a phone's tray, has no position to come from.
    if (!to || !after || !from.width || !this.queue.speed) return;
    const flight = { piece, from, to, before: null, after, isTurned: false, hidesPiece: true };
    this.flightLayer.prepare([flight]);
    this.flightLayer.show([[flight]], SETTLE_TIME, new AbortController().signal);
  }
}
