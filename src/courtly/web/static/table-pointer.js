/** Moves pieces with the pointer: by two taps, or by dragging. */

/** @typedef {import("./table-aim.js").Aim} Aim */
/** @typedef {import("./table-flight.js").FlightLayer} FlightLayer */

const DRAG_START = 6;
const RETURN_TIME = 150;

/** Controls that handle their own presses, and the controls of the table, which this module handles. */
const CONTROL = "a, button, summary, input, select, textarea, label";
const OWN_CONTROLS = 'button[name="place"], input[name="piece"], [data-id] > label, [data-hole] *, [data-laid]';

/**
 * @typedef {object} Actions
 * @property {(target: string, from?: DOMRect) => void} lay puts the piece that is picked up at a place
 * @property {(piece: string) => void} pick picks a piece up, or puts it down
 * @property {(element: Element | null) => boolean} moveTo moves the last piece of the draft to another place, if
 *   possible
 * @property {(place: number) => void} takeBack
 * @property {() => void} skip skips the running animation
 * @property {(gesture: () => void) => boolean} defer postpones a gesture while an answer is pending
 */

export class PointerInput {
  /**
   * @param {Aim} aim
   * @param {Actions} actions
   */
  constructor(aim, actions) {
    this.aim = aim;
    /** @type {FlightLayer | null} shows the copy that follows the pointer */
    this.flightLayer = null;
    this.actions = actions;
    /** @type {{piece: string, x: number, y: number, pointer: number, isDragged: boolean, copy: HTMLElement | null} | null} */
    this.held = null;
    this.ignoresClick = false;
    document.addEventListener("pointerdown", (event) => this.press(event));
    document.addEventListener("pointermove", (event) => this.move(event));
    document.addEventListener("pointerup", (event) => this.release(event));
    document.addEventListener("pointercancel", () => this.drop());
    document.addEventListener("dragstart", (event) => this.held && event.preventDefault());
    document.addEventListener("click", (event) => this.click(event), true);
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.ignoresClick = false;
    const element = asElement(event.target);
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
      if (Math.hypot(x, y) < DRAG_START) return;
      held.isDragged = true;
      this.aim.pick(held.piece);
    }
    if (!held.copy) {
      const lifted = document.querySelector("[data-picked]");
      if (!lifted) return this.drop();
      held.copy = this.flightLayer?.copyInPlace(lifted) ?? null;
    }
    if (held.copy) held.copy.style.transform = `translate(${x}px, ${y}px)`;
    this.aim.setCursor(this.aim.targetAt(document.elementFromPoint(event.clientX, event.clientY)));
  }

  /** @param {PointerEvent} event */
  release(event) {
    const { held } = this;
    if (!held?.isDragged) return this.drop();
    this.ignoresClick = true;
    const target = this.aim.targetAt(document.elementFromPoint(event.clientX, event.clientY));
    const from = held.copy?.getBoundingClientRect();
    if (target !== null) this.actions.lay(target, from);
    this.drop(target === null);
  }

  /** @param {boolean} [isBack] whether a dragged piece goes back to its position */
  drop(isBack = true) {
    const { held } = this;
    this.held = null;
    if (!held?.isDragged) return;
    this.aim.setCursor(null);
    if (isBack) this.aim.pick(null);
    const { copy } = held;
    if (!isBack || !copy) return copy?.remove();
    copy.animate({ transform: [copy.style.transform, "none"] }, { duration: RETURN_TIME, easing: "ease-out" }).finished.finally(() => copy.remove());
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (this.ignoresClick) {
      this.ignoresClick = false;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const element = asElement(event.target);
    if (!element?.closest("main") || !isFree(element)) return;
    const { clientX: x, clientY: y } = event;
    const retry = () => this.tap(event.detail ? document.elementFromPoint(x, y) : element);
    const isDone = this.actions.defer(retry);
    if (element.matches("input")) {
      // A radio button that is already selected reports no change when it is pressed.
      if (!isDone && this.aim.picked === this.aim.pieceAt(element)) this.aim.pick(null);
    } else if (isDone || this.tap(element)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /**
   * @param {Element | null} element
   * @returns {boolean} whether the tap was handled
   */
  tap(element) {
    const { aim, actions } = this;
    const piece = aim.pieceAt(element);
    const target = aim.targetAt(element);
    const laid = element?.closest("[data-hole], [data-laid]");
    if (laid && (aim.picked === null || laid.matches("[data-hole]"))) {
      actions.takeBack(Number(laid.getAttribute("data-hole") || laid.getAttribute("data-laid")));
    } else if (piece !== null && (aim.picked === null || target === null)) {
      actions.pick(piece);
    } else if (target !== null) {
      actions.lay(target);
    } else if (!actions.moveTo(element)) {
      actions.skip();
      return false;
    }
    return true;
  }
}

/** @param {EventTarget | null} target */
function asElement(target) {
  return target instanceof Element ? target : null;
}

/**
 * Whether a press on an element is not meant for a control in it.
 * @param {Element | null} element
 */
function isFree(element) {
  const control = element?.closest(CONTROL);
  return !control || control.matches(OWN_CONTROLS);
}
