/**
 * A turn that is being laid out: moves that lie on the table and are not sent, and what may follow them.
 *
 * The server says what follows (`draft`); here is only which moves there are, and that answers which come late are
 * passed over.
 */

/** @typedef {import("./table-acts.js").Act} Act */

/**
 * @typedef {object} Answer
 * @property {Act[]} [acts] what may follow; without it, turns are not laid out here, and each act goes at once
 * @property {Record<string, string>} [regions] what the table shows after the moves, by id
 */

/**
 * @typedef {object} Moment
 * @property {number} match
 * @property {number} turn
 * @property {Act[]} acts what may be done now
 */

/** @returns {string} a new id for a command */
export function newCommand() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Draft {
  /** @param {(moment: Moment, moves: string[]) => Promise<Answer>} ask asks the server what follows some moves */
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

  /** What may be done next. */
  get acts() {
    return this.laid.length ? (this.answer?.acts ?? []) : this.moment.acts;
  }

  get moves() {
    return this.laid.map((act) => act.move);
  }

  /** Whether something lies there and nothing more can follow. */
  get isWhole() {
    return this.laid.length > 0 && !this.acts.some((act) => !act.why_not);
  }

  /**
   * Go to another moment of the match. What was laid stays only where it is the same one.
   * @param {Moment} moment
   * @returns {boolean} whether something still lies there
   */
  begin(moment) {
    const isSame = moment.match === this.moment.match && moment.turn === this.moment.turn && moment.acts.length > 0;
    this.moment = moment;
    if (!isSame) this.clear();
    return this.laid.length > 0;
  }

  /** Take everything back. */
  clear() {
    this.asked += 1;
    this.laid = [];
    this.answer = null;
  }

  /**
   * Let other acts lie there. What lay there before stays where the server refuses them.
   * @param {Act[]} laid
   * @returns {Promise<boolean>} whether they lie there now; not where something else was asked for meanwhile
   */
  async become(laid) {
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
    return this.become([...this.laid, act]);
  }

  /**
   * Take one act back, by default the last; what lies after it stays where that is allowed.
   * @param {number} [place]
   */
  async takeBack(place = this.laid.length - 1) {
    const without = this.laid.filter((_, index) => index !== place);
    try {
      return await this.become(without);
    } catch (error) {
      if (place === this.laid.length - 1) throw error;
      return this.become(this.laid.slice(0, place));
    }
  }

  /** The act that sends all that lies there, the same however often it is sent. */
  asAct() {
    const { match, turn } = this.moment;
    return { act: "move", command: this.command, match, turn, moves: this.moves };
  }
}
