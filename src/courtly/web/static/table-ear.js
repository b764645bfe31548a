/** The switch for sound, kept in this browser. Nothing sounds before the first touch of a page, as browsers want it too. */

import { byId } from "./table-page.js";
import { keep, kept } from "./table-signs.js";

const SOUND = "courtly-sound";

export class Ear {
  constructor() {
    this.isOn = kept(SOUND) === "on";
    this.isTouched = false;
    /** @type {Promise<{play: (name: string) => void}> | null} */
    this.synth = null;
    for (const what of ["pointerdown", "keydown"]) addEventListener(what, () => (this.isTouched = true), { once: true, capture: true });
    const button = byId("sound");
    if (!button) return;
    button.hidden = false;
    button.addEventListener("click", () => this.turn(!this.isOn));
    this.show();
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    keep(SOUND, isOn ? "on" : "off");
    this.show();
    this.hear("call");
  }

  show() {
    byId("sound")?.setAttribute("aria-pressed", String(this.isOn));
  }

  /** @param {import("./table-sounds.js").Sound} sound */
  async hear(sound) {
    if (!this.isOn || !this.isTouched) return;
    document.dispatchEvent(new CustomEvent("courtly:sound", { detail: sound }));
    this.synth ??= import("./table-synth.js");
    (await this.synth).play(sound);
  }
}
