/**
 * The table in the hands of whoever plays: a turn is laid out, taken back and sent. This is what answers a touch, and it
 * comes first; `table-show.js`, which shows what happens step by step, is asked for by it, and no touch waits for that.
 *
 * `live.js` keeps the page in step and says when: on `document`, `courtly:entry` for each entry, `courtly:before` and
 * `courtly:after` around each change of the page; `courtly:look` asks it to look again. Which acts there are, and
 * what follows from them, comes from the server; docs/table-page.md says how. Without this module the same page is played by one form.
 */

import { actOf, moveOf } from "./table-acts.js";
import { Aim } from "./table-aim.js";
import { Draft } from "./table-draft.js";
import { Drawn, holeOf } from "./table-drawn.js";
import { Hand } from "./table-hand.js";
import { byId, elementOf } from "./table-page.js";
import { tell } from "./table-refusal.js";
import { Server } from "./table-server.js";

/** @typedef {import("./table-acts.js").Act} Act */

const { socket, lesson } = document.body.dataset;
const server = new Server(socket ?? lesson ?? "");
const draft = new Draft((moment, moves) => server.draft(moment, moves));
const aim = new Aim();
const drawn = new Drawn();
const hand = new Hand(aim, { lay: layAt, pick, moveTo, takeBack, defer, skip: () => show?.queue.skip() });

/** What shows what happens, once it has come, and the entries that were told before. @type {import("./table-show.js").Show | null} */
let show = null;
/** @type {import("./table-story.js").Entry[]} */
const early = [];
/** @type {import("./table-coach.js").Coach | null} */
let coach = null;
/** @type {import("./table-notes.js").NoteBook | null} */
let notes = null;

/** Whether an answer is awaited, whether the turn has been sent, and what was done meanwhile. */
let isBusy = false;
let isSent = false;
/** @type {(() => void)[]} */
const meanwhile = [];

/** @returns {import("./table-draft.js").Moment} what the page says of the moment */
function momentOf(/** @type {Act[] | undefined} */ acts) {
  const number = (/** @type {string} */ name) =>
    Number(/** @type {HTMLInputElement | null} */ (document.querySelector(`#acts [name="${name}"]`))?.value ?? 0);
  return { match: number("match"), turn: number("turn"), acts: acts ?? JSON.parse(byId("acts-data")?.textContent || "[]") };
}

/** Show what lies there and what may be done next. @param {DOMRect | null} [from] where the last piece comes from */
function draw(from = null) {
  drawn.restore();
  if (draft.laid.length) drawn.show(draft.laid, draft.answer?.regions ?? {});
  aim.follow(isSent ? [] : draft.acts);
  const [undo, confirm] = [byId("undo"), byId("confirm")];
  if (undo) undo.hidden = isSent || !draft.laid.length;
  if (confirm) {
    confirm.hidden = isSent || !draft.laid.length;
    confirm.toggleAttribute("data-whole", draft.isWhole);
  }
  const piece = from && document.querySelector(`[data-laid="${draft.laid.length - 1}"][data-piece]`)?.getAttribute("data-id");
  if (piece && from) show?.settle(piece, from);
  show?.renew();
}

/**
 * Change what lies there; what is done until the server has answered is done after it.
 * @param {() => Promise<unknown>} work
 */
async function change(work) {
  if (isBusy) return;
  if (document.body.classList.contains("is-apart")) return tell(server.words("down"));
  isBusy = true;
  tell("");
  try {
    await work();
  } catch (error) {
    refuse(error);
  } finally {
    isBusy = false;
    while (!isBusy && meanwhile.length) meanwhile.shift()?.();
  }
}

/** @param {any} error */
function refuse(error) {
  const act = error.about ?? draft.laid[error.index ?? draft.laid.length - 1];
  tell(error.message, elementOf(act?.target ?? "") ?? elementOf(act?.source ?? ""));
  show?.ear.hear("refusal");
  if (error.code === undefined) return;
  if (isSent) draft.clear();
  isSent = false;
  draw();
  server.look();
}

/**
 * Lay an act, or do it at once where turns are not laid out; a button that ends the turn sends all of it.
 * @param {Act} act
 * @param {{from?: DOMRect | null, isPressed?: boolean}} [how]
 */
function lay(act, { from = elementOf(act.source ?? "")?.getBoundingClientRect() ?? null, isPressed = false } = {}) {
  return change(async () => {
    const hole = holeOf(act.source);
    coach?.clear();
    const isLaid = await draft.lay(act).catch((error) => {
      throw Object.assign(error, { about: act });
    });
    if (!isLaid) return;
    show?.ear.hear("card");
    if (draft.answer?.acts === undefined) return send();
    drawn.holes.set(act, hole);
    aim.pick(null);
    draw(from);
    if (isPressed && draft.isWhole) await send();
  });
}

async function send() {
  isSent = true;
  draw();
  try {
    server.expect(await server.act(draft.asAct()));
  } catch (error) {
    // Not answered: it can be sent once more, as the same command.
    isSent = /** @type {any} */ (error).code !== undefined;
    draw();
    throw error;
  }
}

/** @param {number} [place] */
function takeBack(place) {
  if (draft.laid.length && !isSent) {
    change(async () => {
      if (await draft.takeBack(place)) draw();
    });
  }
}

/**
 * Lay what is aimed with at a place; where several acts do that, an amount is chosen on the page, or one is asked for.
 * @param {string} target
 * @param {DOMRect} [from]
 */
async function layAt(target, from) {
  const acts = aim.actsAt(target);
  const value = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (document.querySelector(`[name="${name}"][form="acts"]`))?.value;
  const act = acts.length > 1 ? (actOf(acts, `${value("of-amount")} ${value("amount")}`) ?? (await ask(acts))) : acts[0];
  if (act) lay(act, { from });
}

/** Ask which of several acts is meant. @param {Act[]} acts */
async function ask(acts) {
  return (await arriving)?.askWhich(acts);
}

/**
 * While an amount is asked for what was just laid, a tap at another of its places moves it there.
 * @param {Element | null} element
 * @returns {boolean} whether it does
 */
function moveTo(element) {
  const [laid] = draft.laid;
  if (isSent || draft.laid.length !== 1 || !document.querySelector("[data-amount]")) return false;
  const target = element?.closest("[data-place]")?.getAttribute("data-id");
  const act = draft.moment.acts.find((one) => !one.why_not && one.source === laid.source && one.target === target && target !== laid.target);
  if (!act) return false;
  const from = document.querySelector("[data-laid]")?.getBoundingClientRect();
  change(async () => (await draft.become([act])) && draw(from));
  return true;
}

/** @param {string} piece */
async function pick(piece) {
  if (aim.picked === piece) return aim.pick(null);
  const acts = aim.placeless(piece);
  const act = acts.length > 1 ? await ask(acts) : acts[0];
  if (act) lay(act);
  else if (!acts.length) aim.pick(piece);
}

/** @param {() => void} gesture */
function defer(gesture) {
  if (isBusy) meanwhile.push(gesture);
  return isBusy;
}

/** @param {SubmitEvent} event */
function submit(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.id === "ask-hint") {
    event.preventDefault();
    hint();
  }
  if (form.id !== "acts") return;
  const move = moveOf(new FormData(form, event.submitter));
  const act = actOf(draft.acts, move);
  if (!act && !draft.laid.length) return;
  event.preventDefault();
  event.stopPropagation();
  const isPressed = event.submitter?.getAttribute("name") !== "place";
  if (act && !isSent && !defer(() => lay(act, { isPressed }))) lay(act, { isPressed });
}

function confirm() {
  if (!defer(confirm) && draft.laid.length && !isSent) change(send);
}

function undo() {
  if (!defer(undo)) takeBack();
}

/** Ask for a hint, with a sign at once that it is thought about. */
async function hint() {
  const address = /** @type {HTMLFormElement} */ (byId("ask-hint")).action;
  for (const id of ["coach", "coach-thinks"]) byId(id)?.removeAttribute("hidden");
  const { Coach } = await import("./table-coach.js");
  const table = {
    actOf: (/** @type {string} */ move) => actOf(draft.acts, move),
    elementOf,
    lay: (/** @type {Act} */ act) => void lay(act),
    lie: (/** @type {Element} */ piece, /** @type {Element} */ place) => show?.air.lie(piece, place) ?? null,
    tell,
  };
  coach ??= new Coach(table);
  // What is whole is judged as a turn, by what one knew before it.
  const laid = draft.isWhole ? [] : draft.moves;
  coach.ask(`${address}?${new URLSearchParams(laid.map((move) => ["laid", move]))}`);
}

async function takeNotes() {
  const { NoteBook } = await import("./table-notes.js");
  notes = new NoteBook(`${server.table}/notes`, elementOf, tell);
  notes.load();
}

function before() {
  show?.before(drawn.above());
  aim.wipe();
  drawn.restore();
}

/** @param {import("./table-story.js").Entry} entry */
function hear(entry) {
  if (show) show.hear(entry);
  else early.push(entry);
}

/** @param {{version: number, acts?: Act[], waitUntil?: (shown: Promise<void>) => void}} state */
function after({ version, acts, waitUntil }) {
  show?.tellUpTo(version);
  waitUntil?.(arriving.then((come) => come?.queue.shown));
  const moment = momentOf(acts);
  if (moment.match !== draft.moment.match || moment.turn !== draft.moment.turn) isSent = false;
  const isKept = draft.begin(moment);
  draw();
  if (isKept && !isSent) change(async () => (await draft.become(draft.laid)) && draw());
  if (!isKept) coach?.clear();
  notes?.draw();
  show?.sign.show(moment.acts.length > 0);
}

/** Take in what shows what happens, and let it show what has happened meanwhile; without it all is shown at once. */
async function arrive() {
  const { Show } = await import("./table-show.js");
  show = new Show(aim, { lay: layAt, pick, takeBack, confirm, defer });
  drawn.air = hand.air = show.air;
  early.forEach(hear);
  show.sign.show(draft.moment.acts.length > 0);
  draw();
  return show;
}

document.addEventListener("submit", submit, true);
document.addEventListener("courtly:entry", (event) => hear(/** @type {CustomEvent} */ (event).detail));
document.addEventListener("courtly:before", before);
document.addEventListener("courtly:after", (event) => after(/** @type {CustomEvent} */ (event).detail));
document.addEventListener("change", ({ target }) => {
  if (isBusy || !(target instanceof HTMLInputElement) || target.name !== "piece" || !target.checked) return;
  // A field of a place is chosen to be looked at, or for the form; nothing is picked up by it.
  const piece = aim.pieceAt(target);
  if (piece !== null) aim.pick(piece);
});
addEventListener("resize", () => {
  show?.queue.skipAll();
  draw();
});
byId("undo")?.addEventListener("click", undo);
byId("confirm")?.addEventListener("click", confirm);
draft.begin(momentOf(undefined));
aim.resume();
draw();
/** Null where it could not be fetched. */
const arriving = arrive().catch((error) => {
  reportError(error);
  return null;
});
// A lesson is nobody's own table, where one could keep notes.
if (!lesson) setTimeout(takeNotes, 1500);
