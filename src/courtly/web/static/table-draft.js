/**
 * The draft of a turn: moves that are prepared but not sent, and the acts that may follow them. The server computes
 * which acts may follow. This module only keeps the list of moves, and ignores outdated answers. */

/** @typedef {import("./table-acts.js").Act} Act */

/**
 * @typedef {object} Answer
 * @property {Act[]} acts the acts that may follow
 * @property {boolean} [reveals] whether the last move will reveal something, so that it cannot be taken back
 * @property {Record<string, string>} [regions] the regions after the moves, by id
 * @property {boolean} [isPlanned] whether moves were prepared before the viewer's turn; they are not sent without Confirm
 */

/**
 * @typedef {object} Moment
 * @property {number} match
 * @property {number} turn
 * @property {Act[]} acts the acts available now
 */

/** @returns {string} a new id for a command */
export function newCommand() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Draft {
  /** @param {(moment: Moment, moves: string[]) => Promise<Answer>} ask asks the server for the acts after some moves */
  constructor(ask) {
    this.ask = ask;
    /** @type {Moment} */
    this.moment = { match: 0, turn: 0, acts: [] };
    /** @type {Act[]} */
    this.laid = [];
    /** @type {Answer | null} */
    this.answer = null;
    this.asked = 0;
    this.command = "";
  }

  /** The acts available next. */
  get acts() {
    return this.laid.length ? (this.answer?.acts ?? []) : this.moment.acts;
  }

  get moves() {
    return this.laid.map((act) => act.move);
  }

  /** Whether the draft has moves and no further move can follow. */
  get isComplete() {
    return this.laid.length > 0 && !this.acts.some((act) => !act.why_not);
  }

  /**
   * Go to another moment of the match. The draft is kept only if the moment is the same.
   * @param {Moment} moment
   * @returns {boolean} whether the draft still has moves
   */
  begin(moment) {
    const isSame = moment.match === this.moment.match && moment.turn === this.moment.turn && moment.acts.length > 0;
    this.moment = moment;
    if (!isSame) this.clear();
    return this.laid.length > 0;
  }

  /** Remove all moves. */
  clear() {
    this.asked += 1;
    this.laid = [];
    this.answer = null;
  }

  /**
   * Replace the moves. If the server rejects the new ones, the old ones stay.
   * @param {Act[]} laid
   * @returns {Promise<boolean>} whether they were replaced; false if there has been a later request
   */
  async replace(laid) {
    const asked = (this.asked += 1);
    const answer = laid.length ? await this.ask(this.moment, laid.map((act) => act.move)) : null;
    if (asked !== this.asked) return false;
    this.laid = laid;
    this.answer = answer;
    this.command = newCommand();
    return true;
  }

  /** @param {Act} act */
  lay(act) {
    return this.replace([...this.laid, act]);
  }

  /**
   * Take back one act, by default the last. The later acts stay if they are still legal.
   * @param {number} [place]
   */
  async takeBack(place = this.laid.length - 1) {
    const without = this.laid.filter((_, index) => index !== place);
    try {
      return await this.replace(without);
    } catch (error) {
      if (place === this.laid.length - 1) throw error;
      return this.replace(this.laid.slice(0, place));
    }
  }

  /** Return the act that sends the draft. When it is sent again, its command id is the same. */
  asAct() {
    const { match, turn } = this.moment;
    return { act: "move", command: this.command, match, turn, moves: this.moves };
  }
}
