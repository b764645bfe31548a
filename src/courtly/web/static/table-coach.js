/**
 * A hint in three steps: a nudge, the move, and the reasons. This module is loaded when a hint is first requested.
 *
 * The server computes and renders the hint. This module fetches the page with the hint and shows its pane here. Without
 * script, the browser opens that page.
 */

import { isOpen, soleSource } from "./table-acts.js";

/** @typedef {import("./table-acts.js").Act} Act */

/**
 * @typedef {object} Table the interface of the page that the coach uses
 * @property {(move: string) => Act | undefined} actOf returns the open act of a move
 * @property {(id: string) => Element | null} elementOf
 * @property {(act: Act) => Promise<void>} lay
 * @property {import("./table-draft.js").Draft} draft
 * @property {import("./table-overlay.js").DraftOverlay} overlay
 * @property {() => void} draw shows the draft
 * @property {(message: string, about?: Element | null) => void} showNotice
 * @property {() => string} noConnection
 */

/** Choose the amount of a move on the page. @param {string} move @returns {boolean} whether the move is an amount there */
function chooseAmount(move) {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector("input[data-amount]"));
  const verb = document.querySelector('button[name="of-amount"]')?.getAttribute("value");
  const [first, amount] = move.split(" ");
  if (!field || first !== verb) return false;
  field.value = amount;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

const PARTS = ["thinks", "words", "move", "do", "why"];

export class Coach {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.asked = 0;
    /** The match and the turn that the hint in the pane is about. */
    this.about = "";
    /** @type {Act | undefined} */
    this.act = undefined;
    /** @type {string[]} the whole move: the act, and the moves that it needs, such as an amount */
    this.moves = [];
    /** @type {HTMLElement | null} */
    this.ghost = null;
    /** @type {Node[] | undefined} the content of the pane without a hint */
    this.original = undefined;
    this.part("move")?.addEventListener("click", () => this.showMove());
    this.part("do")?.addEventListener("click", () => this.playAct());
    this.part("why")?.addEventListener("click", () => this.showReasons());
    this.part("close")?.addEventListener("click", () => this.clear());
    new MutationObserver(() => this.clearForOther()).observe(document.body, { subtree: true, attributeFilter: ["data-picked"] });
    // A hint is about one turn. The table has begun the next one before this listener runs.
    document.addEventListener("courtly:after", () => {
      const { match, turn } = this.table.draft.moment;
      if (this.about !== `${match} ${turn}`) this.clear();
    });
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.clear());
  }

  /** Remove the hint if the viewer picks up another piece than it advises. */
  clearForOther() {
    const picked = document.querySelector("[data-picked]")?.getAttribute("data-id");
    if (picked && this.act?.source && picked !== this.act.source) this.clear();
  }

  /** @param {string} name */
  part(name) {
    return document.getElementById(`coach-${name}`);
  }

  /** Show some of the coach's texts and buttons, and hide the others. @param {string[]} names */
  offer(...names) {
    for (const name of PARTS) this.part(name)?.toggleAttribute("hidden", !names.includes(name));
    document.getElementById("coach")?.toggleAttribute("hidden", !names.length);
  }

  /** @param {string} address */
  async ask(address) {
    this.clear();
    const { match, turn } = this.table.draft.moment;
    this.about = `${match} ${turn}`;
    const asked = this.asked;
    this.offer("thinks");
    try {
      const response = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => {
        throw new Error(this.table.noConnection());
      });
      if (!response.ok) throw new Error((await response.json()).error.message);
      const text = await response.text();
      if (asked === this.asked) this.nudge(new DOMParser().parseFromString(text, "text/html"));
    } catch (error) {
      if (asked !== this.asked) return;
      this.offer();
      this.table.showNotice(/** @type {Error} */ (error).message, document.getElementById("ask"));
    }
  }

  /** Show the hint in its pane, and highlight only the piece or place where the move starts. @param {Document} page */
  nudge(page) {
    const pane = page.getElementById("pane-hint");
    const notation = pane?.querySelector("#hint")?.getAttribute("data-moves");
    if (!pane || !notation) return this.offer();
    const words = this.part("words");
    // The bar has no space for the other moves of a turn, only for their number.
    const moves = 1 + pane.querySelectorAll(".hint-rest li").length;
    if (words) words.title = words.textContent = `${pane.querySelector("#hint strong")?.textContent ?? ""}${moves > 1 ? ` (1/${moves})` : ""}`;
    const shown = document.getElementById("pane-hint");
    this.original ??= [...(shown?.childNodes ?? [])];
    shown?.replaceChildren(...pane.childNodes);
    document.getElementById("hide-hint")?.addEventListener("click", (event) => {
      event.preventDefault();
      this.clear();
    });
    this.moves = notation.split("\n");
    this.act = this.table.actOf(this.moves[0]);
    if (!this.act) {
      this.offer("why");
      location.hash = "#pane-hint";
      return;
    }
    // If all acts start from one piece, it says nothing: then the place is the nudge.
    const { acts } = this.table.draft;
    const { source, target } = this.act;
    // A nudge that names one act, such as a button, has told the move.
    const isWhole = source ? acts.filter((act) => isOpen(act) && act.source === source).length === 1 : this.button;
    if (isWhole) return this.showMove();
    this.highlight(soleSource(acts) === null ? source : target);
    this.offer("move", "why");
    this.part("move")?.focus({ preventScroll: true });
  }

  /** The button of the act, if it has one. */
  get button() {
    return document.querySelector(`button[name="move"][value="${CSS.escape(this.act?.move ?? "")}"]`);
  }

  /** Highlight pieces and places. If the first is not a piece, highlight the act's button or target instead.
   * @param {(string | null)[]} ids */
  highlight(...ids) {
    const found = ids.flatMap((id) => (id ? (this.table.elementOf(id) ?? []) : []));
    const instead = this.button ?? this.table.elementOf(this.act?.target ?? "");
    for (const one of found[0]?.matches("[data-piece]") || !instead ? found : [instead]) one.setAttribute("data-nudged", "");
  }

  /** Show a transparent copy of the piece where the move puts it. */
  async showMove() {
    const { act } = this;
    const { draft } = this.table;
    if (!act) return;
    this.highlight(act.source, act.target);
    this.offer("words", "do", "why");
    this.part("do")?.focus({ preventScroll: true });
    const answer = await draft.ask(draft.moment, [...draft.moves, act.move]).catch(() => null);
    if (!answer || this.act !== act) return;
    this.ghost = this.copyWhere(act, answer);
    this.ghost?.classList.add("ghost");
    // The marks of a draft have been rendered again.
    this.highlight(act.source, act.target);
  }

  /**
   * Show a copy of a piece where an act puts it. The draft with this act is shown for a moment, to find the position.
   * @param {Act} act
   * @param {import("./table-draft.js").Answer} answer the server's answer for the draft with this act
   */
  copyWhere(act, answer) {
    const { draft, overlay, draw, elementOf } = this.table;
    const { flightLayer } = overlay;
    const [piece, place] = [elementOf(act.source ?? ""), elementOf(act.target ?? "")];
    if (!flightLayer || !piece || !place || piece === place) return null;
    if (place.matches("[data-piece]")) return flightLayer.showCopy(piece, place);
    overlay.restore();
    overlay.show([...draft.laid, act], answer.regions ?? {}, answer.acts ?? []);
    const laid = document.querySelector(`[data-laid="${draft.laid.length}"]`);
    const ghost = laid && flightLayer.copyInPlace(laid);
    draw();
    return ghost;
  }

  /** Show the reasons in the drawer. The copy of the piece would lie over it. */
  showReasons() {
    this.ghost?.remove();
    location.hash = "#pane-hint";
  }

  /** Put the whole move into the draft. An amount is chosen on the page, with its button. */
  async playAct() {
    const { moves } = this;
    this.clear();
    for (const move of moves) {
      const act = this.table.actOf(move);
      if (!act) return;
      if (!chooseAmount(move)) await this.table.lay(act);
    }
  }

  /** Remove the hint, its marks and its pane: it is about one position. */
  clear() {
    this.asked += 1;
    if (this.original) {
      document.getElementById("pane-hint")?.replaceChildren(...this.original);
      if (location.hash === "#pane-hint") location.hash = "#main";
    }
    this.original = undefined;
    this.act = undefined;
    this.moves = [];
    this.ghost?.remove();
    this.ghost = null;
    for (const one of document.querySelectorAll("[data-nudged]")) one.removeAttribute("data-nudged");
    this.offer();
  }
}
