/** The sound switch. This browser stores it. Browsers require that no sound plays before the first interaction. */

import { byId } from "./table-page.js";
import { readSetting, writeSetting } from "./table-settings.js";

const SOUND = "courtly-sound";

export class SoundSwitch {
  constructor() {
    this.isOn = readSetting(SOUND) === "on";
    /** @type {Promise<typeof import("./table-synth.js")> | null} */
    this.synth = null;
    const button = byId("sound");
    if (!button) return;
    button.hidden = false;
    const show = () => {
      button.ariaPressed = String(this.isOn);
      // The module also has the volume, which is shown with the pressed button.
      if (this.isOn) this.synth ??= import("./table-synth.js");
    };
    button.addEventListener("click", () => {
      this.isOn = !this.isOn;
      writeSetting(SOUND, this.isOn ? "on" : "off");
      show();
      this.play("call");
    });
    show();
  }

  /** Play the sound of a movement, or, if nothing moves, the only one. @param {import("./table-history.js").ShownEntry} shown @param {number} place */
  async playOf({ entry, groups }, place) {
    const sound = (await this.synth)?.soundsOfEntry(entry, groups)[place];
    if (sound) this.play(sound);
  }

  /** @param {import("./table-sounds.js").Sound} sound */
  async play(sound) {
    if (!this.isOn || !navigator.userActivation?.hasBeenActive) return;
    document.dispatchEvent(new CustomEvent("courtly:sound", { detail: sound }));
    (await this.synth)?.play(sound);
  }
}
