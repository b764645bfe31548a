/** Short sounds made in the browser: tones, and rustles that fade. Also their volume, which this browser stores. This module
 * is loaded when sound is switched on. */

import { readSetting, writeSetting } from "./table-settings.js";
import { soundsOf } from "./table-sounds.js";

const VOLUME = "courtly-volume";

export const soundsOfEntry = soundsOf;

/**
 * @typedef {object} Tone
 * @property {number} [hz] the pitch; without it, a rustle of paper
 * @property {number} [to] the final pitch
 * @property {number} at the start in seconds
 * @property {number} lasts the duration in seconds
 * @property {number} loud the volume from 0 to 1
 * @property {OscillatorType} [wave]
 */

/** @type {Record<string, Tone[]>} */
export const TONES = {
  card: [{ at: 0, lasts: 0.07, loud: 0.3 }],
  "turn-over": [{ at: 0, lasts: 0.05, loud: 0.25 }, { at: 0.09, lasts: 0.06, loud: 0.3 }],
  shuffle: [0, 0.06, 0.12, 0.18].map((at) => ({ at, lasts: 0.05, loud: 0.22 })),
  crown: [{ hz: 520, to: 390, at: 0, lasts: 0.09, loud: 0.2, wave: "triangle" }],
  coins: [{ hz: 2100, at: 0, lasts: 0.09, loud: 0.09 }, { hz: 2650, at: 0.06, lasts: 0.12, loud: 0.08 }],
  cloth: [{ at: 0, lasts: 0.22, loud: 0.18 }],
  seal: [{ hz: 150, to: 90, at: 0, lasts: 0.14, loud: 0.3 }],
  night: [{ hz: 196, at: 0, lasts: 1.1, loud: 0.16 }, { hz: 294, at: 0.12, lasts: 1, loud: 0.1 }],
  season: [{ hz: 523, at: 0, lasts: 0.5, loud: 0.1 }, { hz: 784, at: 0.14, lasts: 0.6, loud: 0.1 }],
  lost: [{ hz: 220, to: 130, at: 0, lasts: 0.4, loud: 0.18, wave: "triangle" }],
  call: [{ hz: 659, at: 0, lasts: 0.3, loud: 0.14 }, { hz: 880, at: 0.13, lasts: 0.45, loud: 0.14 }],
  refusal: [{ hz: 170, at: 0, lasts: 0.12, loud: 0.2, wave: "triangle" }, { hz: 140, at: 0.12, lasts: 0.16, loud: 0.2, wave: "triangle" }],
};

/** @typedef {{air: AudioContext, volume: GainNode, noise: AudioBuffer}} Output */

/** @type {Output | undefined} */
let output;

/** Return the output. It is made for the first sound, because browsers complain about one before the first interaction. */
function opened() {
  if (output) return output;
  const air = new AudioContext();
  // One second of noise; all rustles are parts of it.
  const noise = new AudioBuffer({ length: air.sampleRate, sampleRate: air.sampleRate });
  noise.getChannelData(0).forEach((_, place, samples) => (samples[place] = Math.random() * 2 - 1));
  const volume = new GainNode(air, { gain: chosenGain() });
  volume.connect(air.destination);
  output = { air, volume, noise };
  return output;
}

const slider = /** @type {HTMLInputElement | null} */ (document.getElementById("volume"));

/** Return the factor of the chosen volume: 1 in the middle of the slider, 2 at its end. */
function chosenGain() {
  return (slider?.valueAsNumber ?? 50) / 50;
}

if (slider) {
  slider.value = readSetting(VOLUME) ?? slider.value;
  slider.addEventListener("input", () => {
    writeSetting(VOLUME, slider.value);
    if (output) output.volume.gain.value = chosenGain();
  });
  slider.addEventListener("change", () => play("call"));
}

/** @param {Tone} tone @param {Output} output @param {number} now */
function source({ hz, to = hz, wave = "sine", lasts }, { air, noise }, now) {
  if (hz === undefined) return new AudioBufferSourceNode(air, { buffer: noise });
  const made = new OscillatorNode(air, { type: wave, frequency: hz });
  made.frequency.exponentialRampToValueAtTime(/** @type {number} */ (to), now + lasts);
  return made;
}

/** @param {string} name */
export function play(name) {
  const all = opened();
  const { air, volume } = all;
  air.resume();
  for (const tone of TONES[name] ?? []) {
    const from = air.currentTime + tone.at;
    const fade = new GainNode(air, { gain: tone.loud });
    fade.gain.setValueAtTime(tone.loud, from);
    fade.gain.exponentialRampToValueAtTime(0.001, from + tone.lasts);
    const sounds = source(tone, all, from);
    const path = tone.hz === undefined ? sounds.connect(new BiquadFilterNode(air, { type: "bandpass", frequency: 2400, Q: 0.7 })) : sounds;
    path.connect(fade).connect(volume);
    sounds.start(from);
    sounds.stop(from + tone.lasts);
  }
}
