/* Sound: four small sounds made here, silent until the first touch of the page (browsers want it so). */

import { settings } from "./settings.js";

let context = null;

/** Let sounds be heard from the first touch or key on. */
export function listenForTouch() {
  const wake = () => {
    context ??= new AudioContext();
    context.resume();
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake, { capture: true });
}

/** One struck note: `at` seconds from now, falling away over `length`. */
function note(frequency, at, length, loudness, type = "sine") {
  const start = context.currentTime + at;
  const tone = new OscillatorNode(context, { type, frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loudness * settings.volume, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(start + length + 0.02);
}

/** A short hiss through a band filter: a card on cloth, or cards swept together. */
function brush(at, length, frequency, loudness) {
  const start = context.currentTime + at;
  const frames = Math.ceil(context.sampleRate * length);
  const buffer = new AudioBuffer({ length: frames, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < frames; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 2;
  const noise = new AudioBufferSourceNode(context, { buffer });
  const band = new BiquadFilterNode(context, { type: "bandpass", frequency, Q: 0.8 });
  const gain = new GainNode(context, { gain: loudness * settings.volume });
  noise.connect(band).connect(gain).connect(context.destination);
  noise.start(start);
}

const SOUNDS = {
  card: () => brush(0, 0.07, 1800, 0.7),
  trick: () => {
    brush(0, 0.16, 900, 0.6);
    brush(0.06, 0.12, 1300, 0.4);
  },
  turn: () => {
    note(587.3, 0, 0.22, 0.35);
    note(880, 0.11, 0.34, 0.3);
  },
  end: () => {
    note(392, 0, 0.5, 0.28, "triangle");
    note(493.9, 0.14, 0.5, 0.26, "triangle");
    note(587.3, 0.28, 0.8, 0.26, "triangle");
  },
};

/** Play `card`, `trick`, `turn` or `end`, unless muted or not yet allowed to. */
export function play(name) {
  if (!settings.sound || settings.volume === 0 || context?.state !== "running") return;
  SOUNDS[name]();
}
