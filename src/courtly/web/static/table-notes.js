/**
 * One's own notes at a table: a text, and marks on what lies there. The server keeps them for whoever wrote them and shows
 * them to nobody else. Imported when the page rests.
 */

/** @typedef {{text: string, marks: Map<string, string>}} Notes */

/** How a line begins that marks something, by its id in the scene. */
const MARK = "@";

/**
 * @param {string} kept
 * @returns {Notes}
 */
export function read(kept) {
  const lines = kept.split("\n");
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
export function write({ text, marks }) {
  // A line of the text that looks like a mark is moved a little.
  const own = text.replace(/^@/gm, " @");
  return [...(own ? [own] : []), ...[...marks].map(([id, words]) => `${MARK}${id} ${words}`)].join("\n");
}

/** How the id of a mark on somebody begins. */
const SEAT = "seat:";

/** The piece under a press, or else the seat or the place. @param {MouseEvent} event */
function pointedAt({ target, clientX, clientY }) {
  const piece = document.elementsFromPoint(clientX, clientY).find((one) => one.closest("main [data-piece]"));
  if (piece) return piece.closest("[data-piece]");
  return target instanceof Element ? target.closest("main :is([data-id], [data-seat])") : null;
}

const byId = (/** @type {string} */ id) => document.getElementById(id);

export class NoteBook {
  /**
   * @param {string} address where the notes are kept
   * @param {(id: string) => Element | null} elementOf
   * @param {(message: string) => void} tell
   */
  constructor(address, elementOf, tell) {
    this.address = address;
    this.elementOf = elementOf;
    this.tell = tell;
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
    this.text?.addEventListener("change", () => this.keep());
    byId("note-mark")?.addEventListener("click", () => this.aim(!this.isMarking));
    byId("note-box")?.querySelector("form")?.addEventListener("submit", (event) => this.mark(event));
    document.addEventListener("click", (event) => this.click(event), true);
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.aim(false));
    for (const what of ["resize", "scroll"]) addEventListener(what, () => this.draw(), true);
  }

  async load() {
    const response = await fetch(this.address, { headers: { Accept: "application/json" } });
    if (!response.ok) return;
    this.notes = read((await response.json()).text);
    if (this.text) this.text.value = this.notes.text;
    byId("own-notes")?.removeAttribute("hidden");
    this.draw();
  }

  async keep() {
    if (this.text) this.notes.text = this.text.value;
    const headers = { "Content-Type": "application/json", "Accept-Language": document.documentElement.lang };
    try {
      const response = await fetch(this.address, { method: "PUT", headers, body: JSON.stringify({ text: write(this.notes) }) });
      if (!response.ok) this.tell((await response.json()).error.message);
    } catch {
      this.tell(document.querySelector('#connection [data-state="down"]')?.textContent ?? "");
    }
    this.draw();
  }

  /** Let the next tap mark something instead of playing it. @param {boolean} isMarking */
  aim(isMarking) {
    this.isMarking = isMarking;
    byId("note-mark")?.setAttribute("aria-pressed", String(isMarking));
    document.body.classList.toggle("is-marking", isMarking);
    if (isMarking && matchMedia("(max-width: 700px)").matches) location.hash = "#main";
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (!this.isMarking || !this.words) return;
    const element = pointedAt(event);
    if (!element) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.aim(false);
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
    this.keep();
  }

  /** Draw each mark over the corner of what it is about, as far as that lies there. */
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
