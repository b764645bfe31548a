/**
 * A hint in three depths: a nudge, the move, and why. Imported when a hint is first asked for.
 *
 * The server searches and draws: what is fetched is the page with the hint, of which the pane is taken over. Without
 * script that page is simply shown.
 */

/** @typedef {import("./table-acts.js").Act} Act */

/**
 * @typedef {object} Table what the coach needs of the page
 * @property {(move: string) => Act | undefined} actOf the open act of a move
 * @property {(id: string) => Element | null} elementOf
 * @property {(act: Act) => void} lay
 * @property {(piece: Element, place: Element) => HTMLElement | null} lie lets a copy lie at a place
 * @property {(message: string, beside?: Element | null) => void} tell
 */

const DEPTHS = ["thinks", "move", "do", "why"];

export class Coach {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.asked = 0;
    /** @type {Act | undefined} */
    this.act = undefined;
    /** @type {HTMLElement | null} */
    this.ghost = null;
    /** @type {Node[] | undefined} what the pane has without a hint */
    this.rest = undefined;
    this.part("move")?.addEventListener("click", () => this.showMove());
    this.part("do")?.addEventListener("click", () => this.doIt());
    this.part("why")?.addEventListener("click", () => (location.hash = "#pane-hint"));
  }

  /** @param {string} name */
  part(name) {
    return document.getElementById(`coach-${name}`);
  }

  /** Show some of the coach's words and buttons. @param {string[]} names */
  offer(...names) {
    for (const name of DEPTHS) this.part(name)?.toggleAttribute("hidden", !names.includes(name));
    document.getElementById("coach")?.toggleAttribute("hidden", !names.length);
  }

  /** @param {string} address */
  async ask(address) {
    this.clear();
    const asked = this.asked;
    this.offer("thinks");
    try {
      const response = await fetch(address, { headers: { Accept: "application/json" } });
      if (!response.ok) throw new Error((await response.json()).error.message);
      const text = await response.text();
      if (asked === this.asked) this.nudge(new DOMParser().parseFromString(text, "text/html"));
    } catch (error) {
      if (asked !== this.asked) return;
      this.offer();
      this.table.tell(/** @type {Error} */ (error).message, document.getElementById("ask"));
    }
  }

  /** The card or the place glows. @param {Document} page */
  nudge(page) {
    const pane = page.getElementById("pane-hint");
    const move = pane?.querySelector("#hint")?.getAttribute("data-move");
    if (!pane || !move) return this.offer();
    const shown = document.getElementById("pane-hint");
    this.rest ??= [...(shown?.childNodes ?? [])];
    shown?.replaceChildren(...pane.childNodes);
    document.getElementById("hide-hint")?.addEventListener("click", (event) => this.hide(event));
    this.act = this.table.actOf(move);
    if (!this.act) {
      this.offer("why");
      location.hash = "#pane-hint";
      return;
    }
    this.glow(this.act.source);
    this.offer("move", "why");
    this.part("move")?.focus({ preventScroll: true });
  }

  /** Put away what the pane says of the hint, and what points at it. @param {Event} event */
  hide(event) {
    event.preventDefault();
    this.clear();
    document.getElementById("pane-hint")?.replaceChildren(...(this.rest ?? []));
    location.hash = "#main";
  }

  /** Let pieces and places glow; where the first is no piece, the button of the act, or else where it leads. @param {(string | null)[]} ids */
  glow(...ids) {
    const found = ids.flatMap((id) => (id ? (this.table.elementOf(id) ?? []) : []));
    const button = document.querySelector(`button[name="move"][value="${CSS.escape(this.act?.move ?? "")}"]`);
    const instead = button ?? this.table.elementOf(this.act?.target ?? "");
    for (const one of found[0]?.matches("[data-piece]") || !instead ? found : [instead]) one.setAttribute("data-nudged", "");
  }

  /** A ghost of the piece lies where it would go. */
  showMove() {
    const { act, table } = this;
    if (!act) return;
    this.glow(act.source, act.target);
    const [piece, place] = [table.elementOf(act.source ?? ""), table.elementOf(act.target ?? "")];
    if (piece && place && piece !== place) {
      this.ghost = table.lie(piece, place);
      this.ghost?.classList.add("ghost");
    }
    this.offer("do", "why");
    this.part("do")?.focus({ preventScroll: true });
  }

  doIt() {
    const { act } = this;
    this.clear();
    if (act) this.table.lay(act);
  }

  /** Show nothing of it any more. */
  clear() {
    this.asked += 1;
    this.act = undefined;
    this.ghost?.remove();
    this.ghost = null;
    for (const one of document.querySelectorAll("[data-nudged]")) one.removeAttribute("data-nudged");
    this.offer();
  }
}
