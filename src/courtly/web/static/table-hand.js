/** Pieces in the hand of a pointer: picked up and laid by two taps, or dragged. */

/** @typedef {import("./table-aim.js").Aim} Aim */
/** @typedef {import("./table-flight.js").Air} Air */

const FAR = 6;
const BACK = 150;

/** What is pressed for itself, wherever it lies. */
const CONTROL = "a, button, summary, input, select, textarea, label";
const OURS = 'button[name="place"], input[name="piece"], input[name="piece"] ~ label, [data-hole] *';

/**
 * @typedef {object} Doing
 * @property {(target: string, from?: DOMRect) => void} lay lays what is aimed with
 * @property {(piece: string) => void} pick picks a piece up, or puts it down
 * @property {(element: Element | null) => boolean} moveTo moves what was just laid to another place, if it may
 * @property {(place: number) => void} takeBack
 * @property {() => void} skip lets what is being shown be over
 * @property {(gesture: () => void) => boolean} defer keeps a gesture while an answer is awaited
 */

export class Hand {
  /**
   * @param {Aim} aim
   * @param {Doing} doing
   */
  constructor(aim, doing) {
    this.aim = aim;
    /** @type {Air | null} in which a copy follows the finger */
    this.air = null;
    this.doing = doing;
    /** @type {{piece: string, x: number, y: number, pointer: number, isDragged: boolean, copy: HTMLElement | null} | null} */
    this.held = null;
    this.isSwallowing = false;
    document.addEventListener("pointerdown", (event) => this.press(event));
    document.addEventListener("pointermove", (event) => this.move(event));
    document.addEventListener("pointerup", (event) => this.release(event));
    document.addEventListener("pointercancel", () => this.letGo());
    document.addEventListener("dragstart", (event) => this.held && event.preventDefault());
    document.addEventListener("click", (event) => this.click(event), true);
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.isSwallowing = false;
    const element = elementAt(event.target);
    const piece = isFree(element) ? this.aim.pieceAt(element) : null;
    if (piece === null || !event.isPrimary || event.button) return;
    this.held = { piece, x: event.clientX, y: event.clientY, pointer: event.pointerId, isDragged: false, copy: null };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { held } = this;
    if (!held || held.pointer !== event.pointerId) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.isDragged) {
      if (Math.hypot(x, y) < FAR) return;
      held.isDragged = true;
      this.aim.pick(held.piece);
    }
    if (!held.copy) {
      const lifted = document.querySelector("[data-picked]");
      if (!lifted) return this.letGo();
      held.copy = this.air?.carry(lifted) ?? null;
    }
    if (held.copy) held.copy.style.transform = `translate(${x}px, ${y}px)`;
    this.aim.over(this.aim.targetAt(document.elementFromPoint(event.clientX, event.clientY)));
  }

  /** @param {PointerEvent} event */
  release(event) {
    const { held } = this;
    if (!held?.isDragged) return this.letGo();
    this.isSwallowing = true;
    const target = this.aim.targetAt(document.elementFromPoint(event.clientX, event.clientY));
    const from = held.copy?.getBoundingClientRect();
    if (target !== null) this.doing.lay(target, from);
    this.letGo(target === null);
  }

  /** @param {boolean} [isBack] whether a piece that was dragged goes back to where it was */
  letGo(isBack = true) {
    const { held } = this;
    this.held = null;
    if (!held?.isDragged) return;
    this.aim.over(null);
    if (isBack) this.aim.pick(null);
    const { copy } = held;
    if (!isBack || !copy) return copy?.remove();
    copy.animate({ transform: [copy.style.transform, "none"] }, { duration: BACK, easing: "ease-out" }).finished.finally(() => copy.remove());
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (this.isSwallowing) {
      this.isSwallowing = false;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const element = elementAt(event.target);
    if (!element?.closest("main") || !isFree(element)) return;
    const { clientX: x, clientY: y } = event;
    const again = () => this.tap(event.detail ? document.elementFromPoint(x, y) : element);
    const isDone = this.doing.defer(again);
    if (element.matches("input")) {
      // A field says by itself that it has changed, but not that what was chosen is pressed once more.
      if (!isDone && this.aim.picked === this.aim.pieceAt(element)) this.aim.pick(null);
    } else if (isDone || this.tap(element)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /**
   * @param {Element | null} element
   * @returns {boolean} whether it was for us
   */
  tap(element) {
    const { aim, doing } = this;
    const piece = aim.pieceAt(element);
    const target = aim.targetAt(element);
    const lying = element?.closest("[data-hole], [data-laid]");
    if (lying && (aim.picked === null || lying.matches("[data-hole]"))) {
      doing.takeBack(Number(lying.getAttribute("data-hole") || lying.getAttribute("data-laid")));
    } else if (piece !== null && (aim.picked === null || target === null)) {
      doing.pick(piece);
    } else if (target !== null) {
      doing.lay(target);
    } else if (!doing.moveTo(element)) {
      doing.skip();
      return false;
    }
    return true;
  }
}

/** @param {EventTarget | null} target */
function elementAt(target) {
  return target instanceof Element ? target : null;
}

/**
 * Whether a press on an element is not for a control in it.
 * @param {Element | null} element
 */
function isFree(element) {
  const control = element?.closest(CONTROL);
  return !control || control.matches(OURS);
}
