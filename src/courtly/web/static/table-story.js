/** What has happened, as movements: entries wait here until the page shows what came of them. */

import { flightOf } from "./table-sight.js";
import { QUICK, STEP } from "./table-queue.js";
import { eventsOf, isRare, soundsOf } from "./table-sounds.js";

/** @typedef {import("./table-sight.js").Step} Step */
/** @typedef {import("./table-sight.js").Flight} Flight */
/** @typedef {import("./table-sight.js").Sight} Sight */

/**
 * @typedef {object} Entry an entry of the journal, as the connection tells it
 * @property {number} n
 * @property {string} act
 * @property {number | null} seat
 * @property {string} [sentence]
 * @property {string} [caption] what to say in its place while it is shown
 * @property {{id?: string, steps?: Step[], then?: {id?: string, steps?: Step[]}[]}} event
 */

/**
 * @typedef {object} Told an entry as it is shown
 * @property {string} sentence
 * @property {Flight[][]} movements those in a row one after the other, those of a group together
 * @property {import("./table-sounds.js").Sound[]} sounds what is heard with each movement, or once where nothing moves
 * @property {number} tempo how much longer than others it is shown
 * @property {{id?: string}} last what happened last in it, which may have a scene
 */

/** Entries that are remembered, to be shown again. */
const REMEMBERED = 40;

/** How much longer a rare entry is shown, and each that leads to the same place as the one before: so a war speeds up. */
const RARE = 1.6;
const AGAIN = 0.72;

/**
 * How much longer than others each entry is shown.
 * @param {readonly Entry[]} entries
 * @returns {number[]}
 */
export function temposOf(entries) {
  let [place, tempo] = ["", 1];
  return entries.map((entry) => {
    const to = groupsOf(entry).at(-1)?.[0].to;
    if (to !== undefined) [tempo, place] = [to === place ? Math.max(QUICK / STEP, tempo * AGAIN) : 1, to];
    return isRare(entry) ? RARE : tempo;
  });
}

/** The part of the page that tells more of an event. @param {{id?: string}} event */
export const sceneOf = ({ id }) => document.querySelector(`[data-scene="${id}"]`);

/**
 * The steps of an entry; those that are alike and follow each other go together.
 * @param {Entry} entry
 * @returns {Step[][]}
 */
export function groupsOf(entry) {
  const steps = eventsOf(entry).flatMap((event) => event.steps ?? []);
  /** @type {Step[][]} */
  const groups = [];
  for (const step of steps) {
    const last = groups.at(-1)?.[0];
    const isAlike = last && last.kind === step.kind && last.from === step.from && last.to === step.to;
    if (isAlike) groups[groups.length - 1].push(step);
    else groups.push([step]);
  }
  return groups;
}

/**
 * An entry, in two where one of its events has a scene on the page: what follows from that is shown after it.
 * @param {Entry} entry
 * @returns {Entry[]}
 */
function partsOf(entry) {
  const events = eventsOf(entry);
  const rest = events.splice(events.findIndex(sceneOf) + 1);
  return [events, rest].flatMap(([event, ...then]) => (event ? { ...entry, event: { ...event, then } } : []));
}

export class Story {
  constructor() {
    /** @type {Entry[]} */
    this.heard = [];
    this.last = -1;
    /** @type {Sight | null} */
    this.old = null;
    /** @type {{entry: Entry, told: Told}[]} the entries since one's last turn, to be shown again */
    this.round = [];
  }

  /** @param {Entry} entry */
  hear(entry) {
    if (entry.n <= this.last) return;
    this.last = entry.n;
    if (entry.act === "move") this.heard.push(...partsOf(entry));
  }

  /** The pieces that are to move. */
  pieces() {
    return new Set(this.heard.flatMap((entry) => groupsOf(entry).flat().map((step) => step.piece)));
  }

  /** @param {Sight} old */
  before(old) {
    this.old = old;
  }

  /**
   * Return what is to be shown of the entries that a version has, now that the page shows it.
   * @param {number} version
   * @param {Sight} fresh
   * @returns {Told[]}
   */
  after(version, fresh) {
    // What the page shows already, before it was told, comes from its place, wherever exactly it lay there.
    const old = this.old ?? { rects: withoutPieces(fresh.rects), laid: fresh.laid, copies: new Map() };
    this.old = null;
    const entries = this.heard.filter((entry) => entry.n < version);
    this.heard = this.heard.filter((entry) => entry.n >= version);
    const tempos = temposOf([...this.round.map((one) => one.entry), ...entries]).slice(this.round.length);
    const all = entries.map((entry, place) => ({ entry, told: told(entry, old, fresh, tempos[place]) }));
    this.round = roundOf([...this.round, ...all].slice(-REMEMBERED));
    return all.filter(hasSomething).map((one) => one.told);
  }

  /** What has happened since one's last turn, to be shown once more. */
  again() {
    return this.round.filter(hasSomething).map(({ told: { movements, ...one } }) => ({ ...one, movements: movements.map((group) => group.map(afresh)) }));
  }
}

/** Whether there is something to see or to say: of what one has laid oneself there is not. @param {{entry: Entry, told: Told}} one */
function hasSomething({ entry, told: { movements } }) {
  return movements.length > 0 || !groupsOf(entry).length;
}

/** @param {Map<string, DOMRect>} rects */
function withoutPieces(rects) {
  const pieces = new Set([...document.querySelectorAll("[data-piece][data-id]")].map((one) => one.getAttribute("data-id")));
  return new Map([...rects].filter(([id]) => !pieces.has(id)));
}

/**
 * The entries of the last round: those after the turn before of the seat that moved last.
 * @template {{entry: Entry}} Item
 * @param {Item[]} all
 * @returns {Item[]}
 */
export function roundOf(all) {
  const seats = all.map(({ entry }) => entry.seat);
  let place = seats.length - 1;
  while (place > 0 && seats[place - 1] === seats.at(-1)) place -= 1;
  const before = place > 0 ? seats.lastIndexOf(seats.at(-1) ?? null, place - 1) : -1;
  return all.slice(before + 1);
}

/**
 * @param {Entry} entry
 * @param {Sight} old
 * @param {Sight} fresh
 * @param {number} tempo
 * @returns {Told}
 */
function told(entry, old, fresh, tempo) {
  const groups = groupsOf(entry);
  const movements = groups.map((group) => group.flatMap((step) => flightOf(step, old, fresh) ?? []));
  const sounds = soundsOf(entry, groups).filter((_, place) => !groups.length || movements[place].length);
  return { sentence: entry.caption ?? entry.sentence ?? "", movements: movements.filter((group) => group.length), sounds, tempo, last: /** @type {{id?: string}} */ (eventsOf(entry).at(-1)) };
}

/** @param {Flight} one */
function afresh(one) {
  const copy = (/** @type {HTMLElement | null} */ element) => element && /** @type {HTMLElement} */ (element.cloneNode(true));
  const [before, after] = [copy(one.before), copy(one.after)];
  return { ...one, before, after, isLanded: false };
}
