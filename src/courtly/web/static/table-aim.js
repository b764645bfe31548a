/** The piece that is picked up, its possible targets, and the marks that show them on the page. */

import { actsBetween, isOpen, soleSource, sourcesOf, targetsOf } from "./table-acts.js";
import { elementOf } from "./table-page.js";

/** @typedef {import("./table-acts.js").Act} Act */

const MARKS = ["data-open", "data-shut", "data-picked", "data-cursor"];

export class Aim {
  constructor() {
    /** @type {Act[]} */
    this.acts = [];
    /** @type {string | null} */
    this.picked = null;
    /** @type {string | null} */
    this.cursor = null;
    /** @type {Map<Element, string | null>} the original titles of elements whose titles now show a reason */
    this.titles = new Map();
  }

  /** The source of the next act: the piece that is picked up, or the only possible source. */
  get source() {
    return this.picked ?? soleSource(this.acts);
  }

  /** The elements of the open targets, in page order. */
  get targets() {
    const open = this.source === null ? new Set() : targetsOf(this.acts, this.source).open;
    return inOrder([...open].flatMap((id) => elementOf(id) ?? []));
  }

  /** The pieces that may be picked up, and the gaps of moved pieces, so that the other pieces keep their numbers. */
  get pieces() {
    const found = [...sourcesOf(this.acts)].flatMap((id) => elementOf(id) ?? []);
    return inOrder([...new Set([...found, ...document.querySelectorAll(".tray [data-hole]")])]);
  }

  /**
   * Show the available acts. If the piece that is picked up has none, put it down.
   * @param {Act[]} acts
   */
  setActs(acts) {
    this.acts = acts;
    if (this.picked !== null && !sourcesOf(acts).has(this.picked)) this.picked = null;
    this.draw();
  }

  /** Pick up the piece whose radio button was selected before this script ran. */
  resume() {
    const chosen = document.querySelector('[data-piece] input[type="radio"][name="piece"]:checked');
    if (!(chosen instanceof HTMLInputElement) || chosen.defaultChecked) return;
    this.picked = chosen.closest("[data-piece]")?.getAttribute("data-id") ?? null;
  }

  /** @param {string | null} piece */
  pick(piece) {
    this.picked = piece;
    this.draw();
  }

  /** Move the cursor to the next or the previous open place. */
  step(/** @type {1 | -1} */ by) {
    const ids = this.targets.map((one) => one.getAttribute("data-id"));
    const place = this.cursor === null ? (by > 0 ? -1 : 0) : ids.indexOf(this.cursor);
    this.setCursor(ids[(place + by + ids.length) % ids.length] ?? null);
    if (this.cursor) elementOf(this.cursor)?.scrollIntoView({ block: "nearest" });
  }

  /** Mark a place, which is under a dragged piece, has the focus, or is chosen by the arrow keys. @param {string | null} target */
  setCursor(target) {
    if (target === this.cursor) return;
    this.cursor = target;
    for (const one of document.querySelectorAll("[data-cursor]")) one.removeAttribute("data-cursor");
    if (target !== null) elementOf(target)?.setAttribute("data-cursor", "");
  }

  /** Return the open places by letter: the place's own letter, or the letter on the seat's pennant. */
  letters() {
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const one of this.targets) {
      const sign = one.closest("[data-key]")?.getAttribute("data-key") ?? one.querySelector("[data-seat] text")?.textContent;
      const letter = sign?.trim().toLowerCase();
      if (letter && !found.has(letter)) found.set(letter, one.getAttribute("data-id") ?? "");
    }
    return found;
  }

  /**
   * Return the open place under an element.
   * @param {Element | null} element
   * @returns {string | null}
   */
  targetAt(element) {
    const open = new Set(this.targets);
    for (let one = element?.closest("[data-id]"); one; one = one.parentElement?.closest("[data-id]")) {
      if (open.has(one)) return one.getAttribute("data-id");
    }
    return null;
  }

  /**
   * Return the movable piece under an element.
   * @param {Element | null} element
   * @returns {string | null}
   */
  pieceAt(element) {
    const id = element?.closest("[data-id]")?.getAttribute("data-id") ?? null;
    return id !== null && sourcesOf(this.acts).has(id) ? id : null;
  }

  /** Return the open acts of a piece; empty if one of them has a target on the page. @param {string} piece */
  actsWithoutTarget(piece) {
    const all = this.acts.filter((act) => isOpen(act) && act.source === piece);
    return all.some((act) => act.target && elementOf(act.target)) ? [] : all;
  }

  /** @param {string} target */
  actsAt(target) {
    return this.source === null ? [] : actsBetween(this.acts, this.source, target);
  }

  draw() {
    this.clearMarks();
    // Pieces of a plan are not marked: it is not the viewer's turn.
    if (!this.acts[0]?.slot) for (const id of sourcesOf(this.acts)) elementOf(id)?.setAttribute("data-open", "");
    const { source } = this;
    if (source !== null) {
      const { open, shut } = targetsOf(this.acts, source);
      for (const id of open) elementOf(id)?.setAttribute("data-open", "");
      for (const [id, reason] of shut) this.markShut(elementOf(id), reason);
      if (this.cursor !== null && !open.has(this.cursor)) this.cursor = null;
    } else this.cursor = null;
    if (this.picked !== null) elementOf(this.picked)?.setAttribute("data-picked", "");
    if (this.cursor) elementOf(this.cursor)?.setAttribute("data-cursor", "");
    document.body.classList.toggle("is-aiming", this.picked !== null);
    this.checkRadios();
  }

  /** Select the form's radio button of the piece that is picked up. */
  checkRadios() {
    for (const radio of document.querySelectorAll('input[type="radio"][name="piece"]')) {
      // Only the radio buttons of pieces are set. The others are places, which the viewer selects.
      const id = radio.closest("[data-piece]")?.getAttribute("data-id");
      if (id && radio instanceof HTMLInputElement) radio.checked = this.picked === null ? radio.defaultChecked && !radio.closest("[data-hole]") : id === this.picked;
    }
  }

  /**
   * @param {Element | null} element
   * @param {string} reason
   */
  markShut(element, reason) {
    if (!element) return;
    this.titles.set(element, element.getAttribute("title"));
    element.setAttribute("data-shut", "");
    element.setAttribute("title", reason);
  }

  clearMarks() {
    for (const mark of MARKS) for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark);
    for (const [element, title] of this.titles) {
      if (title === null) element.removeAttribute("title");
      else element.setAttribute("title", title);
    }
    this.titles.clear();
  }
}

/** @param {Element[]} elements */
function inOrder(elements) {
  return elements.sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
}
