/** Requests to the server: drafts and acts. If the server rejects a request, the error has the server's message. */

import { noConnection } from "./table-page.js";

/** @typedef {import("./table-draft.js").Answer} Answer */
/** @typedef {import("./table-draft.js").Moment} Moment */

/** A rejection, in the language of the page. */
export class Refusal extends Error {
  /** @param {{code: string, message: string, index?: number}} error */
  constructor(error) {
    super(error.message);
    this.code = error.code;
    this.index = error.index;
  }
}

export class Server {
  /** @param {string} socket the address of the live connection to the table */
  constructor(socket) {
    this.table = socket.replace(/\/live$/, "");
  }

  /**
   * @param {Moment} moment
   * @param {string[]} moves
   * @returns {Promise<Answer>}
   */
  draft({ match, turn }, moves) {
    const { version = 0 } = document.body.dataset; // a lesson has no versions
    return this.post(`draft?as=html&lang=${document.documentElement.lang}&from=${version}`, { match, turn, moves });
  }

  /** @param {object} act */
  async act(act) {
    document.dispatchEvent(new CustomEvent("courtly:acted", { detail: await this.post("acts", act) }));
  }

  /**
   * @param {string} what
   * @param {object} body
   */
  async post(what, body) {
    const headers = { "Content-Type": "application/json", Accept: "application/json", "Accept-Language": document.documentElement.lang };
    let response;
    let answer;
    try {
      response = await fetch(`${this.table}/${what}`, { method: "POST", headers, body: JSON.stringify(body) });
      answer = await response.json();
    } catch {
      throw new Error(noConnection());
    }
    if (!response.ok) throw new Refusal(answer.error);
    return answer;
  }
}
