/** An instrument: oscillators through a low-pass filter. Times in seconds, cutoff in Hz, sweep and wobble in octaves. */
export type Voice = {
  wave: 'saw' | 'square' | 'sine' | 'triangle' | 'fm' | 'organ';
  unison: number;
  /** Width of the unison in cents; 0 keeps the voice in the middle. */
  detune: number;
  /** Level of a sine one octave below. */
  sub: number;
  attack: number;
  decay: number;
  sustain: number;
  release: number;
  cutoff: number;
  sweep: number;
  filterDecay: number;
  /** From 0 (rings) to 2 (dull). */
  damping: number;
  drive: number;
  /** Filter movement per beat and its depth in octaves. */
  wobble: [perBeat: number, octaves: number];
  fm: [ratio: number, index: number];
  /** The number of semitones above the note from which it slides down at its start. */
  glide: number;
  /** Octaves above or below the written part. */
  octave: number;
  /** Share of the echo. */
  echo: number;
};

// oxfmt-ignore
const plain: Voice = {
  wave: 'saw', unison: 1, detune: 0, sub: 0, attack: 0.004, decay: 0.2, sustain: 0.7, release: 0.06, cutoff: 1200, sweep: 0,
  filterDecay: 0.2, damping: 1.2, drive: 1, wobble: [0, 0], fm: [1, 0], glide: 0, octave: 0, echo: 0,
};
const voice = (differences: Partial<Voice>): Voice => ({ ...plain, ...differences });

// oxfmt-ignore
export const VOICES = {
  sub: voice({ wave: 'sine', octave: -1, attack: 0.01, decay: 0.4, sustain: 0.85, cutoff: 900, drive: 1.6 }),
  808: voice({ wave: 'sine', octave: -1, decay: 1.4, sustain: 0.35, release: 0.12, cutoff: 1400, drive: 3.2, glide: 9 }),
  round: voice({ wave: 'triangle', sub: 0.5, decay: 0.25, sustain: 0.6, cutoff: 420, sweep: 1.6, filterDecay: 0.12, drive: 1.5 }),
  saw: voice({ unison: 2, detune: 9, sub: 0.6, decay: 0.18, sustain: 0.55, cutoff: 260, sweep: 2.6, filterDecay: 0.11, damping: 0.8, drive: 1.8 }),
  roller: voice({ sub: 0.5, decay: 0.09, sustain: 0.25, release: 0.02, cutoff: 240, sweep: 3.2, filterDecay: 0.05, damping: 0.6, drive: 1.9 }),
  rumble: voice({ wave: 'triangle', sub: 0.9, attack: 0.012, decay: 0.16, sustain: 0.5, cutoff: 190, sweep: 1, filterDecay: 0.1, drive: 3 }),
  acid: voice({ decay: 0.16, sustain: 0.45, release: 0.03, cutoff: 300, sweep: 3.4, filterDecay: 0.13, damping: 0.22, drive: 2.4, echo: 0.15 }),
  growl: voice({ wave: 'fm', fm: [2, 2.6], sub: 0.6, decay: 0.16, sustain: 0.6, cutoff: 700, sweep: 2.6, filterDecay: 0.14, damping: 0.5, drive: 3.2 }),
  slap: voice({ wave: 'fm', fm: [1, 2.2], sub: 0.7, decay: 0.2, sustain: 0.3, cutoff: 500, sweep: 3.2, filterDecay: 0.09, damping: 0.6, drive: 2.4 }),
  reese: voice({ unison: 3, detune: 34, sub: 0.9, attack: 0.02, decay: 0.5, sustain: 0.9, cutoff: 520, damping: 0.9, drive: 2, wobble: [0.5, 0.9] }),
  wobble: voice({ unison: 3, detune: 20, sub: 0.8, attack: 0.01, decay: 0.5, sustain: 0.95, cutoff: 420, damping: 0.35, drive: 3.4, wobble: [3, 2.6] }),
  pad: voice({ unison: 4, detune: 22, attack: 0.25, decay: 1, sustain: 0.85, release: 0.5, cutoff: 1500, damping: 1.3, wobble: [0.25, 0.6] }),
  strings: voice({ unison: 4, detune: 16, attack: 0.4, decay: 1, sustain: 0.9, release: 0.8, cutoff: 2400, damping: 1.5, wobble: [0.125, 0.5] }),
  supersaw: voice({ unison: 5, detune: 36, attack: 0.006, decay: 0.6, sustain: 0.75, release: 0.12, cutoff: 5200, damping: 1.3 }),
  wobblesaw: voice({ unison: 5, detune: 40, attack: 0.008, decay: 0.6, sustain: 0.8, release: 0.1, cutoff: 2600, damping: 1.1, wobble: [2, 1.6] }),
  stab: voice({ unison: 3, detune: 18, decay: 0.16, sustain: 0, release: 0.08, cutoff: 900, sweep: 2.4, filterDecay: 0.11, damping: 0.7, echo: 0.25 }),
  dubstab: voice({ unison: 2, detune: 12, decay: 0.22, sustain: 0, release: 0.2, cutoff: 620, sweep: 2, filterDecay: 0.15, damping: 0.6, echo: 0.6 }),
  keys: voice({ wave: 'fm', fm: [1, 1.1], unison: 2, detune: 5, attack: 0.004, decay: 0.9, sustain: 0.2, release: 0.3, cutoff: 2600, damping: 1.4 }),
  organ: voice({ wave: 'organ', decay: 0.14, sustain: 0.35, release: 0.05, cutoff: 3200, sweep: 0.6, damping: 1.4 }),
  pluck: voice({ unison: 2, detune: 12, decay: 0.24, sustain: 0, release: 0.12, cutoff: 900, sweep: 2.8, filterDecay: 0.13, damping: 0.8, octave: 1, echo: 0.4 }),
  blip: voice({ wave: 'square', decay: 0.09, sustain: 0, release: 0.05, cutoff: 1300, sweep: 2, filterDecay: 0.05, damping: 0.5, octave: 1, echo: 0.5 }),
  marimba: voice({ wave: 'fm', fm: [4, 0.9], decay: 0.3, sustain: 0, release: 0.1, cutoff: 5000, damping: 1.4, octave: 1, echo: 0.25 }),
  bell: voice({ wave: 'fm', fm: [3.5, 1.3], unison: 2, detune: 7, decay: 0.9, sustain: 0, release: 0.4, cutoff: 7000, damping: 1.4, octave: 1, echo: 0.4 }),
  flute: voice({ wave: 'triangle', unison: 2, detune: 8, attack: 0.05, decay: 0.4, sustain: 0.7, release: 0.2, cutoff: 2400, damping: 1.3, octave: 1, echo: 0.35 }),
  square: voice({ wave: 'square', unison: 2, detune: 9, decay: 0.2, sustain: 0.4, release: 0.05, cutoff: 1500, sweep: 1.6, filterDecay: 0.12, damping: 0.7, octave: 1, echo: 0.3 }),
  hoover: voice({ unison: 5, detune: 60, attack: 0.02, decay: 0.4, sustain: 0.8, release: 0.08, cutoff: 3200, damping: 0.9, drive: 2, glide: -5, echo: 0.2 }),
  choir: voice({ unison: 3, detune: 14, attack: 0.03, decay: 0.4, sustain: 0.75, release: 0.14, cutoff: 5200, damping: 1.4, echo: 0.35 }),
} as const satisfies Record<string, Voice>;
export type VoiceName = keyof typeof VOICES;
