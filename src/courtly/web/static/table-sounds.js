/** Chooses the sound of an event. It depends only on public data: which pieces move and whether they turn over, but never
 * on a face. */

/** @typedef {"card" | "turn-over" | "shuffle" | "crown" | "coins" | "cloth" | "seal" | "night" | "season" | "lost" | "call" | "refusal"} Sound */

/** @type {Record<string, Sound>} */
const BY_KIND = { card: "card", crown: "crown", coins: "coins", gold: "coins", food: "coins", chips: "coins", banner: "cloth", marker: "cloth", mission: "seal" };

/** @type {Record<string, Sound>} */
const BY_EVENT = { moon: "night", season: "season", eliminate: "lost", lose: "lost", reshuffle: "shuffle" };

/**
 * @param {{kind: string, from: string, to: string, count: number}} step
 * @returns {Sound}
 */
export function soundOfStep(step) {
  if (step.kind === "card" && step.count > 1) return "shuffle";
  return step.from === step.to ? "turn-over" : (BY_KIND[step.kind] ?? "card");
}

/**
 * Return the event of an entry, and the further events that it caused.
 * @template {{id?: string}} Event
 * @param {{event: Event & {then?: Event[]}}} entry
 * @returns {Event[]}
 */
export const eventsOf = ({ event }) => [event, ...(event.then ?? [])];

/**
 * Whether an entry has an event with its own sound; such entries are also shown longer.
 * @param {{event: {id?: string, then?: {id?: string}[]}}} entry
 */
export function isRare(entry) {
  return eventsOf(entry).some(({ id }) => (id ?? "") in BY_EVENT);
}

/**
 * Return the sounds of an entry, one for each movement. If an event has its own sound, that replaces the first.
 * @param {{event: {id?: string, then?: {id?: string}[]}}} entry
 * @param {readonly (readonly {kind: string, from: string, to: string, count: number}[])[]} groups
 * @returns {Sound[]}
 */
export function soundsOf(entry, groups) {
  const own = eventsOf(entry).map(({ id }) => BY_EVENT[id ?? ""]).find(Boolean);
  const steps = groups.map(([first]) => soundOfStep(first));
  return own ? [own, ...steps.slice(1)] : steps;
}
