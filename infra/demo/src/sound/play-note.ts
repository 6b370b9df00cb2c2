/* oxlint-disable typescript/no-non-null-assertion -- every index stays inside its signal or pattern; a branch for each sample would say nothing */
import { blep, hertz, lowpass, newFilter, SAMPLE_RATE, soft, tuning, type Stereo } from './signal';
import type { Voice } from './voices';

const TABLE = 4096;
const sineTable = Float32Array.from({ length: TABLE + 1 }, (_, at) => Math.sin((2 * Math.PI * at) / TABLE));
const sine = (phase: number) => sineTable[((phase - Math.floor(phase)) * TABLE) | 0]!;

/** Filter and pitch move every so many samples: often enough that nobody hears steps. */
const CONTROL = 16;

type Note = { at: number; length: number; pitch: number; velocity: number };

/** Adds one note to a loop. Sound that rings past the loop's end continues at its beginning. Lengths in samples. */
export function playNote(loop: Stereo, note: Note, voice: Voice, samplesPerBeat: number): void {
  const { left, right } = loop;
  const { unison } = voice;
  const wide = unison > 1 && voice.detune > 0;
  const total = Math.min(left.length, note.length + Math.round(voice.release * SAMPLE_RATE));
  const base = hertz(note.pitch + 12 * voice.octave) / SAMPLE_RATE;
  const phases = Float64Array.from({ length: unison }, (_, at) => (at * 0.618 + note.pitch * 0.137) % 1);
  const ratios = Float64Array.from(
    { length: unison },
    (_, at) => 2 ** (((unison > 1 ? at / (unison - 1) - 0.5 : 0) * voice.detune) / 1200),
  );
  const pans = Float64Array.from({ length: unison }, (_, at) =>
    wide ? 0.5 + (at / (unison - 1) - 0.5) * 0.8 * (at % 2 ? 1 : -1) : 0.5,
  );
  const filters = [newFilter(), newFilter()] as const;
  const [fmRatio, fmIndex] = voice.fm;
  const level = note.velocity / Math.sqrt(unison);
  const k = voice.damping;
  let g = 0;
  let bend = 1;
  let fmNow = 0;
  let envelope = 0;
  let subPhase = 0;
  for (let at = 0; at < total; at += 1) {
    const seconds = at / SAMPLE_RATE;
    if (at % CONTROL === 0) {
      const sustainLevel = voice.sustain + (1 - voice.sustain) * Math.exp(-seconds / (voice.decay * 0.6));
      envelope = sustainLevel * Math.min(1, seconds / voice.attack + 0.02);
      if (at > note.length) envelope *= Math.max(0, 1 - (at - note.length) / (total - note.length)) ** 2;
      const lfo = voice.wobble[1] * 0.5 * (1 - Math.cos((2 * Math.PI * (note.at + at) * voice.wobble[0]) / samplesPerBeat));
      g = tuning(voice.cutoff * 2 ** (voice.sweep * note.velocity * Math.exp(-seconds / voice.filterDecay) + lfo));
      bend = voice.glide === 0 ? 1 : 2 ** ((voice.glide / 12) * Math.exp(-seconds / 0.035));
      fmNow = fmIndex * (0.25 + 0.75 * Math.exp(-seconds / Math.max(0.05, voice.decay * 0.5)));
    }
    let toLeft = 0;
    let toRight = 0;
    for (let unisonIndex = 0; unisonIndex < unison; unisonIndex += 1) {
      const step = base * ratios[unisonIndex]! * bend;
      let phase = phases[unisonIndex]! + step;
      if (phase >= 1) phase -= 1;
      phases[unisonIndex] = phase;
      const sample = wave(voice.wave, phase, step, fmRatio, fmNow);
      toLeft += sample * (1 - pans[unisonIndex]!);
      toRight += sample * pans[unisonIndex]!;
    }
    if (voice.sub > 0) {
      subPhase += base * 0.5 * bend;
      const subSample = sine(subPhase) * voice.sub;
      toLeft += subSample;
      toRight += subSample;
    }
    const gain = envelope * level;
    const index = (note.at + at) % left.length;
    const l = soft(lowpass(filters[0], toLeft, g, k) * voice.drive) * gain;
    left[index]! += l;
    right[index]! += wide ? soft(lowpass(filters[1], toRight, g, k) * voice.drive) * gain : l;
  }
}

function wave(kind: Voice['wave'], phase: number, step: number, ratio: number, index: number): number {
  switch (kind) {
    case 'saw':
      return 2 * phase - 1 - blep(phase, step);
    case 'square':
      return (phase < 0.5 ? 1 : -1) + blep(phase, step) - blep((phase + 0.5) % 1, step);
    case 'sine':
      return sine(phase);
    case 'triangle':
      return 4 * Math.abs(phase - 0.5) - 1;
    case 'fm':
      return sine(phase + index * 0.16 * sine(phase * ratio));
    case 'organ':
      return 0.5 * sine(phase) + 0.35 * sine(2 * phase) + 0.2 * sine(3 * phase) + 0.12 * sine(4 * phase);
  }
}
