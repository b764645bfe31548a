/** Turns entries into movements. Entries wait here until the page shows their result. */

import { eventsOf, isRare } from "./table-events.js";
import { elementOf } from "./table-page.js";
import { flightOf } from "./table-snapshot.js";
import { QUICK, STEP } from "./table-queue.js";

/** @typedef {import("./table-snapshot.js").Step} Step */
/** @typedef {import("./table-snapshot.js").Flight} Flight */
/** @typedef {import("./table-snapshot.js").Snapshot} Snapshot */

/** @typedef {{id?: string, steps?: Step[], caption?: string, begins?: boolean}} Happening an event; `caption` replaces the
 * sentence, and the events from one that `begins` are shown separately, under their own caption */

/**
 * @typedef {object} Entry an entry of the journal, as sent by the connection
 * @property {number} n
 * @property {string} act
 * @property {number | null} seat
 * @property {string} [sentence]
 * @property {Happening & {then?: Happening[]}} event
 */

/**
 * @typedef {object} ShownEntry an entry as shown
 * @property {string} [sentence]
 * @property {Entry} entry
 * @property {Flight[][]} movements groups of flights; groups run one after another, the flights of a group together
 * @property {Step[][]} groups the same groups as steps, which have the sounds
 * @property {number} tempo a factor for the duration
 * @property {{id?: string}} last the last event of the entry; the page may have a scene for it
 */

/**
 * @typedef {object} Item
 * @property {Entry} entry
 * @property {ShownEntry} shown
 * @property {boolean} isVisible whether there is something to show; the viewer's own moves have nothing
 */

/** Number of entries kept for a replay. */
const MAX_REPLAYED = 40;

/** Duration factors: of a rare entry, and of an entry with the same target as the last entry of another seat. So a war speeds up. */
const RARE = 1.6;
const REPEATED = 0.72;

/**
 * Return the duration factor of each entry.
 * @param {readonly Entry[]} entries
 * @returns {number[]}
 */
export function temposOf(entries) {
  let [place, seat, tempo] = ["", /** @type {number | null} */ (null), 1];
  return entries.map((entry) => {
    const to = groupsOf(entry).at(-1)?.[0].to;
    if (to !== undefined && (to !== place || entry.seat !== seat)) {
      [place, seat, tempo] = [to, entry.seat, to === place ? Math.max(QUICK / STEP, tempo * REPEATED) : 1];
    }
    return isRare(entry) ? RARE : tempo;
  });
}

/** Return the element of the page that shows the scene of an event. @param {{id?: string}} event */
export const sceneOf = ({ id }) => document.querySelector(`[data-scene~="${id}"]`);

/**
 * Return the movements of an entry in groups. A group has consecutive movements of one kind, source and target.
 * @param {Entry} entry
 * @returns {Step[][]}
 */
export function groupsOf(entry) {
  /** @type {Step[][]} */
  const groups = [];
  for (const step of eventsOf(entry).flatMap((event) => event.steps ?? [])) {
    const last = groups.at(-1);
    if (last?.[0].kind === step.kind && last[0].from === step.from && last[0].to === step.to) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

/**
 * Return the parts of an entry, which are shown one after another: an event may begin a part, and the movements of the
 * first event with a scene begin another, since they are shown after the scene.
 * @param {Entry} entry
 * @returns {Entry[]}
 */
function partsOf(entry) {
  const events = /** @type {Happening[]} */ (eventsOf(entry));
  const place = events.findIndex(sceneOf);
  const steps = events[place]?.steps;
  if (steps) events.splice(place, 1, { ...events[place], steps: [] }, { begins: true, steps });
  /** @type {Happening[][]} */
  const parts = [[]];
  for (const event of events) {
    if (event.begins) parts.push([]);
    parts.at(-1)?.push(event);
  }
  return parts.map(([event, ...then], place) => ({ ...entry, sentence: place ? "" : entry.sentence, event: { ...event, then } }));
}

export class EntryHistory {
  constructor() {
    /** @type {Entry[]} */
    this.pending = [];
    this.last = -1;
    /** @type {Snapshot | null} */
    this.old = null;
    /** @type {Item[]} the last entries, for a replay */
    this.past = [];
  }

  /** @param {Entry} entry */
  receive(entry) {
    if (entry.n <= this.last) return;
    this.last = entry.n;
    // Moves, and requests to take them back.
    if (/^move|take|ref/.test(entry.act)) this.pending.push(...partsOf(entry));
  }

  /** Return the pieces that the pending entries move. */
  pieces() {
    return new Set(this.pending.flatMap((entry) => groupsOf(entry).flat().map((step) => step.piece)));
  }

  /** @param {Snapshot} old */
  before(old) {
    this.old = old;
  }

  /**
   * Return the entries to show, now that the page shows their result.
   * @param {number} version
   * @param {Snapshot} fresh
   * @returns {ShownEntry[]}
   */
  after(version, fresh) {
    // If the page changed before the entries arrived, the exact old positions of pieces are unknown.
    const old = this.old ?? { rects: withoutPieces(fresh.rects), laid: fresh.laid, copies: new Map() };
    this.old = null;
    const entries = this.pending.filter((entry) => entry.n < version);
    this.pending = this.pending.filter((entry) => entry.n >= version);
    const tempos = temposOf([...this.past.map((one) => one.entry), ...entries]).slice(this.past.length);
    const all = entries.map((entry, place) => {
      const shown = shownEntry(entry, old, fresh, tempos[place]);
      return { entry, shown, isVisible: shown.movements.length > 0 || !groupsOf(entry).length || Boolean(sceneOf(shown.last)) };
    });
    this.past = [...this.past, ...all].slice(-MAX_REPLAYED);
    return all.filter((one) => one.isVisible).map((one) => one.shown);
  }
}

/** @param {Map<string, DOMRect>} rects */
function withoutPieces(rects) {
  return new Map([...rects].filter(([id]) => !elementOf(id)?.matches("[data-piece]")));
}

/**
 * @param {Entry} entry
 * @param {Snapshot} old
 * @param {Snapshot} fresh
 * @param {number} tempo
 * @returns {ShownEntry}
 */
function shownEntry(entry, old, fresh, tempo) {
  const groups = groupsOf(entry);
  const events = /** @type {Happening[]} */ (eventsOf(entry));
  const movements = groups.map((group) => group.flatMap((step) => flightOf(step, old, fresh) ?? []));
  const isSeen = (/** @type {unknown} */ _, /** @type {number} */ place) => movements[place].length > 0;
  return { sentence: events.map((one) => one.caption).join(" ").trim() || entry.sentence, entry, movements: movements.filter(isSeen), groups: groups.filter(isSeen), tempo, last: /** @type {Happening} */ (events.at(-1)) };
}
