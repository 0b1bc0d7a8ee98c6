/** Small sounds, made on the spot: wood, stone and a soft bell. */
import { settings } from "./settings.svelte";

type Note = { hz: number; at: number; for: number; type?: OscillatorType; loud?: number };

const SOUNDS = {
  click: [{ hz: 520, at: 0, for: 0.03, type: "sine", loud: 0.12 }],
  wood: [{ hz: 190, at: 0, for: 0.07, type: "triangle", loud: 0.5 }],
  dice: [0, 0.06, 0.11, 0.19].map((at, i) => ({
    hz: 240 + 60 * (i % 2),
    at,
    for: 0.04,
    type: "square",
    loud: 0.12,
  })),
  gain: [
    { hz: 440, at: 0, for: 0.08, loud: 0.2 },
    { hz: 554, at: 0.07, for: 0.1, loud: 0.2 },
  ],
  build: [
    { hz: 330, at: 0, for: 0.1, loud: 0.3 },
    { hz: 415, at: 0.09, for: 0.1, loud: 0.3 },
    { hz: 494, at: 0.18, for: 0.16, loud: 0.3 },
  ],
  loss: [
    { hz: 220, at: 0, for: 0.2, loud: 0.3 },
    { hz: 185, at: 0.18, for: 0.3, loud: 0.3 },
  ],
  turn: [
    { hz: 587, at: 0, for: 0.16, loud: 0.3 },
    { hz: 880, at: 0.12, for: 0.3, loud: 0.22 },
  ],
  chat: [{ hz: 700, at: 0, for: 0.05, loud: 0.15 }],
  end: [392, 494, 587, 784].map((hz, i) => ({ hz, at: i * 0.13, for: 0.3, loud: 0.3 })),
} satisfies Record<string, Note[]>;
export type Sound = keyof typeof SOUNDS;

let context: AudioContext | null = null;

/** What calls somebody back is heard in a hidden tab, too. */
const CALLS: readonly Sound[] = ["turn", "chat", "end"];

export function playSound(name: Sound): void {
  if (!settings.now.sounds || (document.hidden && !CALLS.includes(name))) return;
  if (typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const start = context.currentTime + 0.01;
  for (const note of SOUNDS[name]) ring(context, note, start);
}

function ring(audio: AudioContext, note: Note, start: number): void {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = note.type ?? "sine";
  tone.frequency.value = note.hz;
  gain.gain.setValueAtTime((note.loud ?? 0.3) * 0.4, start + note.at);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + note.at + note.for);
  tone.connect(gain).connect(audio.destination);
  tone.start(start + note.at);
  tone.stop(start + note.at + note.for + 0.02);
}
