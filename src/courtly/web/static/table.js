/**
 * The interactive table: a turn is prepared as a draft, taken back and sent. This module handles input and loads
 first. It imports `table-show.js`, which animates events, and never waits for it. `live.js` keeps the page up
 to date and dispatches events on `document`: `courtly:entry` for each entry, and `courtly:before` and
 `courtly:after` around each change of the page. `courtly:refresh` asks it to fetch the page. The server provides the
 acts and their effects; see docs/table-page.md. Without this module the page works with one form. */

import { actOf, moveOf } from "./table-acts.js";
import { Aim } from "./table-aim.js";
import { Draft } from "./table-draft.js";
import { DraftOverlay, holeOf } from "./table-overlay.js";
import { PointerInput } from "./table-pointer.js";
import { byId, elementOf, noConnection } from "./table-page.js";
import { showNotice } from "./table-refusal.js";
import { Server } from "./table-server.js";

/** @typedef {import("./table-acts.js").Act} Act */

const { socket, lesson } = document.body.dataset;
const server = new Server(socket ?? lesson ?? "");
let draft = new Draft((moment, moves) => server.draft(moment, moves));
const aim = new Aim();
const overlay = new DraftOverlay();
/** What this tab stores, so that a reload keeps the draft. A browser that blocks cookies blocks storage too.
@type {Record<string, string>} */
const stored = navigator.cookieEnabled ? sessionStorage : {};
const pointer = new PointerInput(aim, { lay: layAt, pick, moveTo, takeBack, defer, skip: () => show?.queue.skip() });

/** Shows events, once imported; entries that arrive earlier are kept in `early`. @type
{import("./table-show.js").Show | null} */
let show = null;
/** @type {import("./table-history.js").Entry[]} */
const early = [];
/** @type {import("./table-coach.js").Coach | null} */
let coach = null;
/** @type {import("./table-notes.js").NoteBook | null} */
let notes = null;

/** Whether an answer is pending, whether the turn has been sent, and the postponed gestures. */
let isBusy = false;
let isSent = false;
/** @type {(() => void)[]} */
const postponed = [];

/** Return the moment according to the page. @param {Act[]} [acts] @returns {import("./table-draft.js").Moment} */
function momentOf(acts) {
  const number = (/** @type {string} */ name) =>
    Number(/** @type {HTMLInputElement | null} */ (document.querySelector(`#acts [name="${name}"]`))?.value ?? 0);
  return { match: number("match"), turn: number("turn"), acts: acts ?? JSON.parse(byId("acts-data")?.textContent || "[]") };
}

/** Return a name of the present moment. A turn belongs to one seat, so another guest in this tab never has the same draft. */
function momentName() {
  return [server.table, draft.moment.match, draft.moment.turn].join(" ");
}

/** Show the draft and the available acts. @param {DOMRect | null} [from] the former position of the last piece */
function draw(from = null) {
  // A plan, whose turn is -1, is never stored.
  stored.draft = isSent || draft.moment.turn < 0 ? "" : [momentName(), ...draft.moves].join("\n");
  overlay.restore();
  if (draft.laid.length) overlay.show(draft.laid, draft.answer?.regions ?? {}, draft.acts);
  aim.setActs(isSent ? [] : draft.acts);
  for (const id of ["undo", "confirm"]) byId(id)?.toggleAttribute("hidden", isSent || !draft.laid.length);
  byId("asked")?.toggleAttribute("hidden", isSent);
  byId("undo")?.setAttribute("data-acts", String(draft.laid.length));
  byId("confirm")?.setAttribute("aria-disabled", String(!draft.isComplete));
  const piece = from && document.querySelector(`[data-laid="${draft.laid.length - 1}"][data-piece]`)?.getAttribute("data-id");
  if (piece && from) show?.settle(piece, from);
  show?.refresh();
}

/**
 * Change the draft; gestures until the server's answer are postponed.
 * @param {() => Promise<unknown>} work
 * @param {Act} [about] the act that is added
 */
async function change(work, about) {
  if (isBusy) return;
  if (document.body.classList.contains("is-offline")) return showNotice(noConnection());
  isBusy = true;
  showNotice("");
  try {
    await work();
  } catch (error) {
    showError(error, about);
  } finally {
    isBusy = false;
    while (!isBusy && postponed.length) postponed.shift()?.();
  }
}

/** @param {any} error @param {Act} [about] */
function showError(error, about) {
  const act = draft.laid[error.index] ?? about;
  showNotice(error.message, elementOf(act?.target ?? "") ?? elementOf(act?.source ?? ""));
  show?.sound.play("refusal");
  if (error.code === undefined) return;
  if (isSent) draft.clear();
  isSent = false;
  draw();
  document.dispatchEvent(new CustomEvent("courtly:refresh"));
}

/**
 * Add an act to the draft. A button with `data-sends` also sends the draft; otherwise the viewer's setting decides.
 * @param {Act} act
 * @param {{from?: DOMRect | null, isConfirmed?: boolean}} [how]
 */
function lay(act, { from = elementOf(act.source ?? "")?.getBoundingClientRect() ?? null, isConfirmed } = {}) {
  return change(async () => {
    const hole = holeOf(act.source);
    coach?.clear();
    if (!(await draft.lay(act))) return;
    // An act ends the animation of earlier moves.
    if (draft.moment.turn >= 0) show?.queue.skipAll();
    if (isConfirmed !== false) show?.sound.play("card");
    overlay.holes.set(act, hole);
    aim.pick(null);
    draw(from);
    if (isConfirmed ?? (draft.isComplete && show?.confirmation.isUnwanted(draft.answer))) await send();
  }, act);
}

async function send() {
  isSent = true;
  draw();
  try {
    await server.act(draft.asAct());
  } catch (error) {
    // If there was no answer, the turn can be sent again with the same command id.
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
 * Put the picked up piece at a place. If several acts do that, the page's amount decides, or the user is asked.
 * @param {string} target
 * @param {DOMRect} [from]
 */
async function layAt(target, from) {
  const acts = aim.actsAt(target);
  // While the amount for a placed piece is chosen, a tap on its place is no choice.
  if (acts.length > 1 && draft.laid.length && aim.picked === null) return;
  const value = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (document.querySelector(`[name="${name}"][form="acts"]`))?.value;
  const act = acts.length > 1 ? (actOf(acts, `${value("of-amount")} ${value("amount")}`) ?? (await ask(acts))) : acts[0];
  if (act) lay(act, { from });
}

/** Ask which of several acts to do. @param {Act[]} acts */
async function ask(acts) {
  return (await import("./table-which.js")).askWhich(acts);
}

/**
 * Move the only piece of the draft to another tapped place, while its amount is chosen or the draft waits for Confirm. Say
 * why a place is closed.
 * @param {Element | null} element
 * @returns {boolean} whether it moves
 */
function moveTo(element) {
  const shut = /** @type {HTMLElement | undefined} */ (element?.closest("[data-shut]"));
  if (shut) showNotice(shut.title, shut);
  const [laid] = draft.laid;
  if (isSent || draft.laid.length !== 1 || !(draft.isComplete || document.querySelector("[data-amount]"))) return false;
  const target = element?.closest("[data-place]")?.getAttribute("data-id");
  const act = draft.moment.acts.find((one) => !one.why_not && one.source === laid.source && one.target === target && target !== laid.target);
  if (!act) return false;
  const from = document.querySelector("[data-laid]")?.getBoundingClientRect();
  change(async () => (await draft.replace([act])) && draw(from));
  return true;
}

/** @param {string} piece */
async function pick(piece) {
  if (aim.picked === piece) return aim.pick(null);
  const acts = aim.actsWithoutTarget(piece);
  const act = acts.length > 1 ? await ask(acts) : acts[0];
  if (act) lay(act);
  else if (!acts.length) {
    aim.pick(piece);
    show?.preview(null);
  }
}

/** @param {() => void} gesture */
function defer(gesture) {
  if (isBusy) postponed.push(gesture);
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
  const isConfirmed = event.submitter?.hasAttribute("data-sends") || undefined;
  if (act && !isSent && !defer(() => lay(act, { isConfirmed }))) lay(act, { isConfirmed });
}

function confirm() {
  if (!defer(confirm) && draft.isComplete && !isSent) change(send);
}

function undo() {
  if (!defer(undo)) takeBack();
}

/** Request a hint, and show a progress sign immediately. */
async function hint() {
  const address = /** @type {HTMLFormElement} */ (byId("ask-hint")).action;
  for (const id of ["coach", "coach-thinks"]) byId(id)?.removeAttribute("hidden");
  const { Coach } = await import("./table-coach.js");
  coach ??= new Coach({
    actOf: (/** @type {string} */ move) => actOf(draft.acts, move),
    elementOf,
    lay,
    overlay,
    draw,
    showNotice,
    noConnection,
    get draft() {
      return draft;
    },
  });
  // A complete draft is judged as a turn, from the knowledge before it.
  const laid = draft.isComplete ? [] : draft.moves;
  coach.ask(`${address}?${new URLSearchParams(laid.map((move) => ["laid", move]))}`);
}

/** Lay out the draft that this tab has stored for this moment. */
async function restore() {
  const [name, ...moves] = stored.draft?.split("\n") ?? [];
  for (const move of name === momentName() ? moves : []) {
    const act = actOf(draft.acts, move);
    if (act) await lay(act, { isConfirmed: false });
  }
}

/** While other players move, let the viewer prepare a turn. */
async function offerPlan() {
  if (!byId("plan-data")?.textContent) return;
  const { Plan } = await import("./table-plan.js");
  // The viewer's turn may have begun in the meantime; its draft stays what it is.
  if (!draft.moment.acts.length && !(draft instanceof Plan)) draft = new Plan(draft.ask);
  draft.begin(momentOf());
  draw();
}

async function loadNotes() {
  const { NoteBook } = await import("./table-notes.js");
  notes = new NoteBook(`${server.table}/notes`, elementOf, showNotice);
  notes.load();
}

function before() {
  show?.before(overlay.copyPosition());
  aim.clearMarks();
  overlay.restore();
}

/** @param {import("./table-history.js").Entry} entry */
function receive(entry) {
  if (show) show.receive(entry);
  else early.push(entry);
}

/** @param {{version: number, acts?: Act[], waitUntil?: (shown: Promise<void>) => void}} state */
function after({ version, acts, waitUntil }) {
  show?.showUpTo(version);
  waitUntil?.(loading.then((loaded) => loaded?.queue.shown));
  const moment = momentOf(acts);
  if (moment.match !== draft.moment.match || moment.turn !== draft.moment.turn) isSent = false;
  const isKept = draft.begin(moment);
  show?.sign.show(moment.acts.length > 0);
  draw();
  if (isKept && !isSent) change(async () => (await draft.replace(draft.laid)) && draw());
  if (!isKept) coach?.clear();
  offerPlan();
  notes?.draw();
}

/** Import the animations and show the events that arrived earlier; if that fails, changes are shown without
animation. */
async function loadShow() {
  const { Show } = await import("./table-show.js");
  show = new Show(aim, { lay: layAt, pick, takeBack, confirm, defer });
  overlay.flightLayer = pointer.flightLayer = show.flightLayer;
  early.forEach(receive);
  show.sign.show(draft.moment.acts.length > 0);
  draw();
  return show;
}

document.addEventListener("submit", submit, true);
document.addEventListener("courtly:entry", (event) => receive(/** @type {CustomEvent} */ (event).detail));
document.addEventListener("courtly:before", before);
document.addEventListener("courtly:after", (event) => after(/** @type {CustomEvent} */ (event).detail));
document.addEventListener("change", ({ target }) => {
  if (isBusy || !(target instanceof HTMLInputElement) || !target.checked) return;
  // The radio button of a place selects it for viewing or for the form; it picks nothing up.
  const piece = aim.pieceAt(target);
  if (piece === null) return;
  aim.pick(piece);
  show?.preview(null);
});
addEventListener("resize", () => {
  show?.queue.skip();
  draw();
});
byId("undo")?.addEventListener("click", undo);
byId("confirm")?.addEventListener("click", confirm);
draft.begin(momentOf());
aim.resume();
restore();
draw();
offerPlan();
/** Resolves to nothing if the import failed. */
const loading = loadShow().catch((error) => void reportError(error));
// A lesson is not stored as a table of the viewer, so it has no notes.
if (!lesson) setTimeout(loadNotes, 1500);
