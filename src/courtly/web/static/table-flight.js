/**
 * Animation: copies of pieces fly from their old positions to the new ones, in a layer above the page.
 *
 * The page itself is updated immediately and stays usable. A piece is invisible until its copy arrives. Only
 * `transform` and `opacity` are animated.
 */

import { copyOf } from "./table-copies.js";
import { byId, elementOf } from "./table-page.js";
import { isNear } from "./table-snapshot.js";

/** @typedef {import("./table-snapshot.js").Flight} Flight */

const EASE = "cubic-bezier(.2,.7,.2,1)";
const ARC = 24;
const TILT = 8;
const STAGGER = 0.14;

/** Keeps pieces of the page invisible, even when they are rerendered. */
class HiddenPieces {
  constructor() {
    /** @type {Map<string, {times: number, hiding: Animation | null}>} */
    this.pieces = new Map();
  }

  /** @param {string} id */
  hide(id) {
    const one = this.pieces.get(id) ?? { times: 0, hiding: null };
    one.times += 1;
    this.pieces.set(id, one);
    this.refresh();
  }

  /** @param {string} id */
  reveal(id) {
    const one = this.pieces.get(id);
    if (!one || (one.times -= 1) > 0) return;
    one.hiding?.cancel();
    this.pieces.delete(id);
  }

  /** Hide pieces again whose elements have been rerendered. */
  refresh() {
    for (const [id, one] of this.pieces) {
      const element = elementOf(id);
      const hidden = one.hiding && /** @type {KeyframeEffect} */ (one.hiding.effect).target;
      if (!element || hidden === element) continue;
      one.hiding?.cancel();
      one.hiding = element.animate({ opacity: [0, 0] }, { duration: 1, fill: "both" });
    }
  }
}

/** Whether the user prefers reduced motion. */
function prefersReducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The top layer in which copies fly. */
export class FlightLayer {
  constructor() {
    this.layer = document.createElement("div");
    this.layer.className = "flight";
    this.layer.popover = "manual";
    this.layer.setAttribute("aria-hidden", "true");
    this.hiddenPieces = new HiddenPieces();
    document.body.append(this.layer);
  }

  /** Prepare flights: show the old copies, and hide the pieces at their new positions. */
  prepare(/** @type {Flight[]} */ flights) {
    for (const one of flights) {
      one.hidesPiece &&= !prefersReducedMotion();
      if (prefersReducedMotion()) continue;
      if (one.hidesPiece) this.hiddenPieces.hide(one.piece);
      if (one.before && one.from) this.put(one.before, one.from);
    }
  }

  /**
   * Show groups of flights one after another; the flights of a group run together.
   * @param {Flight[][]} groups
   * @param {number} pace milliseconds for each group
   * @param {AbortSignal} signal
   * @param {(place: number) => void} [onStart] called at the start of each group, unless it is skipped
   */
  async show(groups, pace, signal, onStart) {
    for (const [place, group] of groups.entries()) {
      if (pace && !signal.aborted) {
        onStart?.(place);
        await this.fly(group, pace, signal);
      }
      for (const one of group) this.land(one);
    }
    if (!this.layer.childElementCount && this.layer.matches(":popover-open")) this.layer.hidePopover();
  }

  /**
   * @param {Flight[]} group
   * @param {number} pace
   * @param {AbortSignal} signal
   */
  async fly(group, pace, signal) {
    const moving = group.flatMap((one, place) =>
      prefersReducedMotion() ? this.outline(one, pace) : this.launch(one, pace, (pace * STAGGER * place) / Math.max(1, group.length / 4)),
    );
    const stop = () => moving.forEach((one) => one.finish());
    signal.addEventListener("abort", stop);
    await Promise.allSettled(moving.map((one) => one.finished));
    signal.removeEventListener("abort", stop);
  }

  /**
   * @param {Flight} one
   * @param {number} duration
   * @param {number} delay
   * @returns {Animation[]}
   */
  launch(one, duration, delay) {
    const target = one.to ?? one.from;
    if (!one.after || !target) return [];
    const from = one.from ?? target;
    const timing = { duration, delay, easing: EASE, fill: /** @type {const} */ ("both") };
    /** @type {Animation[]} */
    const moves = [];
    const carrier = one.isTurned && one.before ? faces(one.before, one.after, timing, moves) : one.after;
    if (one.before && one.before !== one.after && !one.isTurned) one.before.remove();
    this.put(carrier, target);
    const shift = `translate(${from.x - target.x}px, ${from.y - target.y}px) scale(${from.width / target.width}, ${from.height / target.height})`;
    const opacity = one.from ? (one.to ? [1, 1] : [1, 0]) : [0, 1];
    moves.push(carrier.animate({ transform: [shift, "none"], opacity }, timing));
    const body = carrier.firstElementChild;
    if (one.from && one.to && !isNear(from, target)) moves.push(arc(/** @type {Element} */ (body), timing));
    return moves;
  }

  /**
   * Show an outline at the new position, for users who prefer reduced motion.
   * @param {Flight} one
   * @param {number} duration
   */
  outline(one, duration) {
    const ring = document.createElement("div");
    ring.className = "flight-ring";
    this.land(one);
    const place = one.to ?? one.from;
    if (!place) return [];
    this.put(ring, place);
    const shown = ring.animate({ opacity: [1, 1, 0] }, { duration, fill: "both" });
    shown.finished.finally(() => ring.remove());
    return [shown];
  }

  /** @param {Flight} one */
  land(one) {
    if (one.isLanded) return;
    one.isLanded = true;
    if (one.hidesPiece) this.hiddenPieces.reveal(one.piece);
    for (const copy of [one.before, one.after]) (copy?.closest(".flight-faces") ?? copy)?.remove();
  }

  /**
   * @param {HTMLElement} copy
   * @param {DOMRect} place
   */
  put(copy, place) {
    const { style } = copy;
    style.position = "fixed";
    for (const name of /** @type {const} */ (["left", "top", "width", "height"])) style[name] = `${place[name]}px`;
    style.transformOrigin = "0 0";
    this.layer.append(copy);
    if (!this.layer.matches(":popover-open")) this.layer.showPopover();
  }

  /**
   * Show a copy in the middle of a place, or of the column of the table that it belongs to, scaled down to fit.
   * @param {Element} element
   * @param {Element} place
   */
  showCopy(element, place) {
    const column = byId(`column-${element.getAttribute("data-column")}`) ?? place;
    const [piece, whole, { x, width: room }] = [element, place, column].map((one) => one.getBoundingClientRect());
    const scale = Math.min(1, (whole.height * 0.9) / piece.height, (whole.width * 0.9) / piece.width);
    const [width, height] = [piece.width * scale, piece.height * scale];
    const copy = copyOf(element);
    this.put(copy, new DOMRect(x + (room - width) / 2, whole.y + (whole.height - height) / 2, piece.width, piece.height));
    copy.style.transform = `scale(${scale})`;
    return copy;
  }

  /**
   * Show a copy of an element at its own position.
   * @param {Element} element
   * @returns {HTMLElement}
   */
  copyInPlace(element) {
    const copy = copyOf(element);
    this.put(copy, element.getBoundingClientRect());
    return copy;
  }
}

/**
 * Return an element with both sides of a piece; halfway through the flight, the piece turns over.
 * @param {HTMLElement} before
 * @param {HTMLElement} after
 * @param {KeyframeAnimationOptions} timing
 * @param {Animation[]} moves
 */
function faces(before, after, timing, moves) {
  const both = document.createElement("div");
  both.className = "flight-faces";
  const inner = document.createElement("div");
  inner.append(before, after);
  both.append(inner);
  for (const one of [before, after]) one.style.position = "absolute";
  const narrow = { transform: ["none", "scaleX(0)", "scaleX(0)"], offset: [0, 0.5, 1] };
  moves.push(before.animate(narrow, timing));
  moves.push(after.animate({ transform: ["scaleX(0)", "scaleX(0)", "none"], offset: [0, 0.5, 1] }, timing));
  for (const one of [before, after]) Object.assign(one.style, { left: "0", top: "0", transformOrigin: "50% 50%" });
  return both;
}

/**
 * @param {Element} body
 * @param {KeyframeAnimationOptions} timing
 */
function arc(body, timing) {
  return body.animate({ transform: ["none", `translateY(-${ARC}px) rotate(${TILT}deg)`, "none"] }, timing);
}
