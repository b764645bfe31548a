/** The queue of events, which are shown one after another. If it grows too long, events are shown faster. */

/** Queue lengths above which each event is shown quickly, and above which events are shown without animation. */
export const MANY = 4;
export const TOO_MANY = 12;

/** Milliseconds: for a movement, for an entry in a long queue, and the maximum for an entry. */
export const STEP = 550;
export const QUICK = 180;
export const LONGEST = 4000;

/** The speeds to choose from; 0 shows everything immediately. */
export const SPEEDS = [1, 2, 0, 0.5];

/**
 * Return the duration of one movement in milliseconds; 0 means no animation.
 * @param {{movements: number, waiting: number, speed: number, isHidden: boolean, tempo?: number}} now `waiting` is
 *   the number of entries after this one; `tempo` is a factor for the duration
 * @returns {number}
 */
export function paceOf({ movements, waiting, speed, isHidden, tempo = 1 }) {
  if (isHidden || !speed || waiting > TOO_MANY) return 0;
  const alone = Math.min(STEP * tempo, LONGEST / Math.max(1, movements)) / speed;
  return waiting > MANY ? Math.min(QUICK / Math.max(1, movements), alone) : alone;
}

/**
 * Return how long a text stays, at least as long as its movements: 14 letters for the usual time of a movement, which is
 * the speed of an average reader. At a higher speed, or if many entries wait, it is 80 letters for a movement.
 * @param {number} letters
 * @param {number} pace
 * @param {number} speed
 */
export const timeToRead = (letters, pace, speed) => letters * (speed > 1 || pace <= QUICK ? pace / 80 : STEP / speed / 14);

/**
 * @param {number} pace
 * @param {AbortSignal} signal
 * @returns {Promise<void>} resolves after `pace` milliseconds, or when the signal is aborted
 */
export function delay(pace, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, pace);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * @template {{movements: readonly unknown[], tempo?: number}} Entry
 */
export class Queue {
  /**
   * @param {object} screen
   * @param {(entry: Entry, pace: number, signal: AbortSignal) => Promise<void>} screen.show
   *   shows an entry; without delay if `pace` is 0 or the signal is aborted
   * @param {() => void} screen.onEmpty called when the queue is empty
   * @param {() => boolean} screen.isHidden whether the page is hidden
   */
  constructor(screen) {
    this.screen = screen;
    this.speed = 1;
    /** @type {Entry[]} */
    this.waiting = [];
    /** @type {AbortController | null} */
    this.current = null;
    this.isSkipping = false;
    /** Resolves when the queue is empty. */
    this.shown = Promise.resolve();
  }

  get isShowing() {
    return this.current !== null;
  }

  /** @param {Entry[]} entries */
  push(...entries) {
    this.waiting.push(...entries);
    if (!this.current && this.waiting.length) this.shown = this.run();
  }

  /** Skip the present entry. */
  skip() {
    this.current?.abort();
  }

  /** Skip all entries. */
  skipAll() {
    this.isSkipping = this.isShowing;
    this.current?.abort();
  }

  async run() {
    let entry;
    while ((entry = this.waiting.shift())) {
      this.current = new AbortController();
      const { movements, tempo } = entry;
      const pace = paceOf({ movements: movements.length, waiting: this.waiting.length, speed: this.speed, isHidden: this.screen.isHidden(), tempo });
      try {
        await this.screen.show(entry, this.isSkipping ? 0 : pace, this.current.signal);
      } catch (error) {
        // If one entry cannot be shown, later ones still are.
        reportError(error);
      }
    }
    this.current = null;
    this.isSkipping = false;
    this.screen.onEmpty();
  }
}
