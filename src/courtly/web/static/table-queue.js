/** What has happened and is still to be shown, one after the other; who falls behind catches up. */

/** How many may wait before each is shown quickly, and before all are shown at once. */
export const MANY = 4;
export const TOO_MANY = 12;

/** Milliseconds that a movement takes, that it takes where many wait, and that an entry takes at most. */
export const STEP = 550;
export const QUICK = 180;
export const LONGEST = 4000;

/** What may be chosen; 0 shows everything at once. */
export const SPEEDS = [1, 2, 0, 0.5];

/**
 * How long one movement takes; 0 where it is not shown.
 * @param {{movements: number, waiting: number, speed: number, isHidden: boolean, tempo?: number}} now `waiting` counts the entries
 *   after this one; `tempo` is how much longer than others this one takes
 * @returns {number}
 */
export function paceOf({ movements, waiting, speed, isHidden, tempo = 1 }) {
  if (isHidden || !speed || waiting > TOO_MANY) return 0;
  const alone = Math.min(STEP * tempo, LONGEST / Math.max(1, movements)) / speed;
  return waiting > MANY ? Math.min(QUICK / Math.max(1, movements), alone) : alone;
}

/**
 * @param {number} pace
 * @param {AbortSignal} signal
 * @returns {Promise<void>} over after so many milliseconds, or with the signal
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
   *   shows an entry; at pace 0, or once the signal is given, without any delay
   * @param {() => void} screen.rest called when nothing is left to be shown
   * @param {() => boolean} screen.isHidden whether nobody can see it
   */
  constructor(screen) {
    this.screen = screen;
    this.speed = 1;
    /** @type {Entry[]} */
    this.waiting = [];
    /** @type {AbortController | null} */
    this.current = null;
    this.isSkipping = false;
    /** Over when nothing is left to be shown. */
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

  /** Let what is being shown be over. */
  skip() {
    this.current?.abort();
  }

  /** Let everything be over. */
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
        // What cannot be shown does not stop what comes after it.
        reportError(error);
      }
    }
    this.current = null;
    this.isSkipping = false;
    this.screen.rest();
  }
}
