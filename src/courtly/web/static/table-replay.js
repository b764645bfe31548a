/** The replay of the events since the viewer's last move. It loads when the viewer first asks for it. */

/** @typedef {import("./table-history.js").Item} Item */

/**
 * Return the entries after the last turn of a seat. If that turn is not over, the entries begin after the turn before it.
 * @template {{entry: {seat: number | null}}} Entry
 * @param {Entry[]} all
 * @param {number | null} seat
 * @returns {Entry[]}
 */
export function roundOf(all, seat) {
  const seats = all.map(({ entry }) => entry.seat);
  let end = seats.length;
  while (end > 0 && seats[end - 1] === seat) end -= 1;
  return all.slice(seats.slice(0, end).lastIndexOf(seat) + 1);
}

/**
 * Return the entries to show again: those since the viewer's last move. A spectator sees the last round, which begins
 * after the previous turn of the seat that moved last.
 * @param {Item[]} past
 */
export function replayOf(past) {
  const own = document.querySelector("#company .mine")?.getAttribute("data-seat");
  const seat = own ? Number(own) : (past.at(-1)?.entry.seat ?? null);
  return roundOf(past, seat)
    .filter((one) => one.isVisible)
    .map(({ shown: { movements, ...one } }) => ({ ...one, movements: movements.map((group) => group.map(withNewCopies)) }));
}

/** Whether a replay is running. */
let isRunning = false;

/** Show the events again, each with the numbers that the table showed before it. @param {import("./table-show.js").Show} show */
export async function replay(show) {
  const entries = replayOf(show.history.past);
  if (isRunning) return show.enqueue(entries);
  isRunning = true;
  const { restoreNumbers, rewindNumbers } = await import("./table-scene.js");
  const { screen } = show.queue;
  const showEntry = screen.show;
  screen.show = (one, ...how) => {
    rewindNumbers(one.entry.n);
    return showEntry(one, ...how);
  };
  try {
    show.enqueue(entries);
    await show.queue.shown;
  } finally {
    screen.show = showEntry;
    restoreNumbers();
    isRunning = false;
  }
}

/** @param {import("./table-snapshot.js").Flight} one */
function withNewCopies(one) {
  const copy = (/** @type {HTMLElement | null} */ element) => element && /** @type {HTMLElement} */ (element.cloneNode(true));
  const [before, after] = [copy(one.before), copy(one.after)];
  return { ...one, before, after, isLanded: false };
}
