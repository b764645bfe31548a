/** The setting that says which turns wait for Confirm. This browser stores it. */

import { byId } from "./table-page.js";
import { readSetting, writeSetting } from "./table-settings.js";

const CONFIRM = "courtly-confirm";

export class Confirmation {
  constructor() {
    this.choice = /** @type {HTMLSelectElement | null} */ (byId("confirm-when"));
    if (!this.choice) return;
    byId("confirmation")?.removeAttribute("hidden");
    const stored = readSetting(CONFIRM);
    if (stored) this.choice.value = stored;
    this.choice.addEventListener("change", () => writeSetting(CONFIRM, this.when));
  }

  get when() {
    return this.choice?.value || "always";
  }

  /** Return whether a complete turn is sent without Confirm. @param {import("./table-draft.js").Answer | null} answer */
  isUnwanted(answer) {
    return !answer?.isPlanned && (this.when === "never" || (this.when === "reveals" && answer?.reveals === false));
  }
}
