/** The events of an entry. Some are rare: they have their own sound, and their entries are shown longer. */

/** The sounds of rare events. @type {Record<string, import("./table-sounds.js").Sound>} */
export const RARE_SOUNDS = { moon: "night", season: "season", eliminate: "lost", lose: "lost", reshuffle: "shuffle" };

/**
 * Return the event of an entry, and the further events that it caused.
 * @template {{id?: string}} Event
 * @param {{event: Event & {then?: Event[]}}} entry
 * @returns {Event[]}
 */
export const eventsOf = ({ event }) => [event, ...(event.then ?? [])];

/** Whether an entry has a rare event. @param {{event: {id?: string, then?: {id?: string}[]}}} entry */
export function isRare(entry) {
  return eventsOf(entry).some(({ id }) => (id ?? "") in RARE_SOUNDS);
}
