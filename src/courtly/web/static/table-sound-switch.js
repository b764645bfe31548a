/** The sound switch. This browser stores it. Browsers require that no sound plays before the first interaction. */

import { byId } from "./table-page.js";
import { readSetting, writeSetting } from "./table-signs.js";

const SOUND = "courtly-sound";

export class SoundSwitch {
  constructor() {
    this.isOn = readSetting(SOUND) === "on";
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
    writeSetting(SOUND, isOn ? "on" : "off");
    this.show();
    this.play("call");
  }

  show() {
    byId("sound")?.setAttribute("aria-pressed", String(this.isOn));
  }

  /** @param {import("./table-sounds.js").Sound} sound */
  async play(sound) {
    if (!this.isOn || !this.isTouched) return;
    document.dispatchEvent(new CustomEvent("courtly:sound", { detail: sound }));
    this.synth ??= import("./table-synth.js");
    (await this.synth).play(sound);
  }
}
