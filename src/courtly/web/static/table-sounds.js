/** Which sound goes with what happens. It follows from public events alone: from what moved and whether it turned over, never from a face. */

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
 * What happened, and what followed from it.
 * @template {{id?: string}} Event
 * @param {{event: Event & {then?: Event[]}}} entry
 * @returns {Event[]}
 */
export const eventsOf = ({ event }) => [event, ...(event.then ?? [])];

/**
 * Whether an entry is one of the few that have a sound of their own, and are worth a longer look.
 * @param {{event: {id?: string, then?: {id?: string}[]}}} entry
 */
export function isRare(entry) {
  return eventsOf(entry).some(({ id }) => (id ?? "") in BY_EVENT);
}

/**
 * What is heard of an entry: one sound for each movement, the first by what the event is, where that has one of its own.
 * @param {{event: {id?: string, then?: {id?: string}[]}}} entry
 * @param {readonly (readonly {kind: string, from: string, to: string, count: number}[])[]} groups
 * @returns {Sound[]}
 */
export function soundsOf(entry, groups) {
  const own = eventsOf(entry).map(({ id }) => BY_EVENT[id ?? ""]).find(Boolean);
  const steps = groups.map(([first]) => soundOfStep(first));
  return own ? [own, ...steps.slice(1)] : steps;
}
