/**
 * The viewer's private notes at a table: a text, and marks on pieces, places and seats. The server stores the notes and
 * shows them only to their author. This module is loaded when the page is idle. */

/** @typedef {{text: string, marks: Map<string, string>}} Notes */

/** The prefix of a line that marks something by its id in the scene. */
const MARK = "@";

/**
 * @param {string} stored
 * @returns {Notes}
 */
export function parseNotes(stored) {
  const lines = stored.split("\n");
  const marks = lines.filter((line) => line.startsWith(MARK)).map((line) => {
    const end = line.indexOf(" ");
    return /** @type {[string, string]} */ ([line.slice(1, end), line.slice(end + 1)]);
  });
  return { text: lines.filter((line) => !line.startsWith(MARK)).join("\n"), marks: new Map(marks) };
}

/**
 * @param {Notes} notes
 * @returns {string}
 */
export function formatNotes({ text, marks }) {
  // Lines of the text that would be read as marks are indented.
  const own = text.replace(/^@/gm, " @");
  return [...(own ? [own] : []), ...[...marks].map(([id, words]) => `${MARK}${id} ${words}`)].join("\n");
}

/** The prefix of the id of a mark on a seat. */
const SEAT = "seat:";

/** Return the piece at a press, or else the seat or place. @param {MouseEvent} event */
function pointedAt({ target, clientX, clientY }) {
  const piece = document.elementsFromPoint(clientX, clientY).find((one) => one.closest("main [data-piece]"));
  if (piece) return piece.closest("[data-piece]");
  return target instanceof Element ? target.closest("main :is([data-id], [data-seat])") : null;
}

const byId = (/** @type {string} */ id) => document.getElementById(id);

export class NoteBook {
  /**
   * @param {string} address the address of the notes
   * @param {(id: string) => Element | null} elementOf
   * @param {(message: string) => void} showNotice
   */
  constructor(address, elementOf, showNotice) {
    this.address = address;
    this.elementOf = elementOf;
    this.showNotice = showNotice;
    /** @type {Notes} */
    this.notes = { text: "", marks: new Map() };
    this.isMarking = false;
    this.marked = "";
    this.layer = document.createElement("div");
    this.layer.className = "notes-layer";
    document.querySelector("main")?.append(this.layer);
    this.text = /** @type {HTMLTextAreaElement | null} */ (byId("notes-text"));
    this.box = byId("note-box");
    this.words = /** @type {HTMLInputElement | null} */ (byId("note-words"));
    this.text?.addEventListener("change", () => this.save());
    byId("note-mark")?.addEventListener("click", () => this.setMarking(!this.isMarking));
    byId("note-box")?.querySelector("form")?.addEventListener("submit", (event) => this.mark(event));
    // The window comes before the document, on which the table listens: these presses are not for the table.
    for (const what of ["pointerdown", "click"]) addEventListener(what, (event) => this.press(/** @type {MouseEvent} */ (event)), true);
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.stop());
    for (const what of ["resize", "scroll"]) addEventListener(what, () => this.draw(), true);
  }

  /** Fetch the notes; if the server cannot be reached, try again when the browser is online. */
  async load() {
    const response = await fetch(this.address, { headers: { Accept: "application/json" } }).catch(() => null);
    if (!response) addEventListener("online", () => this.load(), { once: true });
    if (!response?.ok) return;
    this.notes = parseNotes((await response.json()).text);
    if (this.text) this.text.value = this.notes.text;
    byId("own-notes")?.removeAttribute("hidden");
    this.draw();
  }

  async save() {
    if (this.text) this.notes.text = this.text.value;
    const headers = { "Content-Type": "application/json", "Accept-Language": document.documentElement.lang };
    try {
      const response = await fetch(this.address, { method: "PUT", headers, body: JSON.stringify({ text: formatNotes(this.notes) }) });
      if (!response.ok) this.showNotice((await response.json()).error.message);
    } catch {
      this.showNotice(document.querySelector('#connection [data-state="down"]')?.textContent ?? "");
    }
    this.draw();
  }

  /** Choose whether the next tap marks something instead of playing. @param {boolean} isMarking */
  setMarking(isMarking) {
    this.isMarking = isMarking;
    byId("note-mark")?.setAttribute("aria-pressed", String(isMarking));
    document.body.classList.toggle("is-marking", isMarking);
    if (isMarking && matchMedia("(max-width: 700px)").matches) location.hash = "#main";
  }

  /**
   * While the viewer marks, a press on the table only chooses what to mark. While the note is written, a press outside its
   * box only closes the box.
   * @param {MouseEvent} event */
  press(event) {
    const isOpen = this.box?.matches(":popover-open");
    const { target } = event;
    if (!(target instanceof Element) || this.box?.contains(target) || !(isOpen || this.isMarking)) return;
    const isOnTable = Boolean(target.closest("main"));
    if (isOnTable) event.stopImmediatePropagation();
    if (event.type !== "click") return;
    if (isOnTable) event.preventDefault();
    if (isOpen) this.stop();
    else if (isOnTable) this.choose(pointedAt(event));
  }

  /** End marking, and close the box. */
  stop() {
    this.setMarking(false);
    this.box?.hidePopover();
  }

  /** Ask for the note on an element. @param {Element | null} element */
  choose(element) {
    if (!element || !this.words) return;
    this.setMarking(false);
    this.marked = element.getAttribute("data-id") ?? `${SEAT}${element.getAttribute("data-seat")}`;
    this.words.value = this.notes.marks.get(this.marked) ?? "";
    this.box?.showPopover();
    this.words.focus();
  }

  /** @param {Event} event */
  mark(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
    const words = this.words?.value.trim() ?? "";
    if (words) this.notes.marks.set(this.marked, words);
    else this.notes.marks.delete(this.marked);
    this.box?.hidePopover();
    this.save();
  }

  /** Draw each mark at the corner of the element that it marks, if that is visible. */
  draw() {
    const marks = [...this.notes.marks].flatMap(([id, words]) => {
      const seat = id.startsWith(SEAT) && document.querySelector(`main [data-seat="${CSS.escape(id.slice(SEAT.length))}"]`);
      const place = (seat || this.elementOf(id))?.getBoundingClientRect();
      if (!place?.width) return [];
      const mark = document.createElement("span");
      mark.className = "note-mark";
      mark.textContent = words;
      mark.style.left = `${place.left}px`;
      mark.style.top = `${place.top}px`;
      return [mark];
    });
    this.layer.replaceChildren(...marks);
  }
}
