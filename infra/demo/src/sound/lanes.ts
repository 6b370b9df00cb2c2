/* oxlint-disable typescript/no-non-null-assertion -- every index stays inside its signal or pattern; a branch for each sample would say nothing */
import { drumKit } from './drums';
import { CYCLE_BARS, harmonyOf, within, type Harmony } from './harmony';
import type { LoopFacts } from './loop-facts';
import { playNote } from './play-note';
import { hertz, levelTo, SAMPLE_RATE, silence, type Stereo } from './signal';
import { sing } from './sing';
import type { Style } from './styles';
import { VOICES, type VoiceName } from './voices';

export type LaneName = 'kick' | 'snare' | 'hat' | 'open' | 'perc' | 'bass' | 'chords' | 'lead';

/** Four bars of every lane, ready to be repeated, with the positions of the kicks. Times in samples. */
export type Lanes = {
  loops: Record<LaneName, Stereo>;
  scores: Record<'bass' | 'chords' | 'lead', Score>;
  kicks: number[];
  samples: number;
  step: number;
};

const STEPS = 16 * CYCLE_BARS;
const LEVELS: Record<LaneName, number> = {
  kick: 0.34,
  snare: 0.2,
  hat: 0.075,
  open: 0.09,
  perc: 0.09,
  bass: 0.22,
  chords: 0.13,
  lead: 0.125,
};
const PANS: Partial<Record<LaneName, number>> = { hat: 0.58, open: 0.44, perc: 0.36 };

export function lanesOf(facts: LoopFacts, style: Style, random: () => number): Lanes {
  const step = (60 / facts.bpm / 4) * SAMPLE_RATE;
  const samples = Math.round(STEPS * step);
  const time = (at: number) => Math.round((at + (at % 2 ? style.swing : 0)) * step) % samples;
  const harmony = harmonyOf(facts, style, random);
  const kit = drumKit({ ...style, kickSound: { ...style.kickSound, hz: tunedHz(style.kickSound.hz, harmony) } }, random);
  const drums = (name: keyof typeof kit) => {
    const loop = silence(samples);
    everyStep(style[name], (at, sign) => {
      if (sign === '.') return;
      const gain = (Number(sign) / 9) ** 1.5 * (name === 'kick' ? 1 : 0.88 + 0.24 * random());
      place(loop, kit[name], time(at), gain, PANS[name] ?? 0.5);
    });
    return levelTo(loop, LEVELS[name] * (strongest(style[name]) / 9));
  };
  const playing = (part: 'bass' | 'chords' | 'lead', voice: VoiceName, notes: Score) => {
    const loop = silence(samples);
    for (const { at, steps, pitch, velocity } of notes)
      playNote(loop, { at: time(at), length: Math.round(steps * step * 0.96), pitch, velocity }, VOICES[voice], step * 4);
    if (voice === 'choir') sing(loop, step * 4, random);
    echo(loop, Math.round(step * 3), VOICES[voice].echo);
    return levelTo(loop, LEVELS[part] * (part === 'lead' && voice === 'choir' ? 1.25 : 1));
  };
  const kicks: number[] = [];
  everyStep(style.kick, (at, sign) => Number(sign) > 4 && kicks.push(time(at)));
  const bass = bassLine(style.bass[1], harmony);
  const chords = chordParts(style.chords[1], harmony);
  const loops = {
    kick: drums('kick'),
    snare: drums('snare'),
    hat: drums('hat'),
    open: drums('open'),
    perc: drums('perc'),
    bass: playing('bass', style.bass[0], bass),
    chords: playing('chords', style.chords[0], chords),
  };
  const lead = melody(style.lead[1], harmony, random);
  return {
    step,
    samples,
    kicks,
    scores: { bass, chords, lead },
    loops: { ...loops, lead: playing('lead', facts.vocal ? 'choir' : style.lead[0], lead) },
  };
}

const strongest = (pattern: string) => Math.max(1, ...Array.from(pattern, (sign) => Number(sign) || 0));

/** Moves the kick's tone to the key's first or fifth note, whichever is nearer, so that it does not clash with the bass. */
const tunedHz = (hz: number, { tonic }: Harmony) =>
  [tonic, tonic + 7]
    .map((pitchClass) => hertz(within(pitchClass, 25)))
    .reduce((best, candidate) => (Math.abs(Math.log(candidate / hz)) < Math.abs(Math.log(best / hz)) ? candidate : best));

/** The notes of four bars: `at` and `steps` in sixteenths, `pitch` as in MIDI, `velocity` 0 to 1. */
export type Score = { at: number; steps: number; pitch: number; velocity: number }[];

function everyStep(pattern: string, visit: (at: number, sign: string) => void) {
  for (let at = 0; at < STEPS; at += 1) visit(at, pattern[at % pattern.length]!);
}

/** How many steps a note lasts: itself and the "-" behind it. */
const lasting = (pattern: string, at: number) => {
  let steps = 1;
  while (pattern[(at + steps) % pattern.length] === '-' && (at % 16) + steps < 32) steps += 1;
  return steps;
};

function bassLine(pattern: string, { roots, chords }: Harmony): Score {
  const score: Score = [];
  everyStep(pattern, (at, sign) => {
    const interval = { r: 0, o: 12, f: 7, s: 10, t: 3 }[sign.toLowerCase()];
    if (interval === undefined) return;
    const bar = Math.floor(at / 16) % CYCLE_BARS;
    const third = (((chords[bar]![1]! - roots[bar]!) % 12) + 12) % 12;
    score.push({
      at,
      steps: lasting(pattern, at),
      pitch: roots[bar]! + (sign.toLowerCase() === 't' ? third : interval),
      velocity: sign === sign.toUpperCase() ? 1 : 0.8,
    });
  });
  return score;
}

function chordParts(pattern: string, { chords }: Harmony): Score {
  const score: Score = [];
  everyStep(pattern, (at, sign) => {
    if (sign !== 'x') return;
    for (const pitch of chords[Math.floor(at / 16) % CYCLE_BARS]!)
      score.push({ at, steps: lasting(pattern, at), pitch, velocity: at % 4 === 0 ? 0.9 : 0.75 });
  });
  return score;
}

/** A motif on the chord's notes. Each repetition has the same contour, and the last bar has another ending. */
function melody(pattern: string, { chords }: Harmony, random: () => number): Score {
  const score: Score = [];
  const hits = pattern.split('x').length - 1;
  let place = Math.floor(random() * 3) + 1;
  const contour = Array.from({ length: hits }, () => {
    const move = [-2, -1, -1, 1, 1, 2, 3][Math.floor(random() * 7)]!;
    place = place + move < 0 || place + move > 6 ? place - move : place + move;
    return Math.max(0, Math.min(6, place));
  });
  let count = 0;
  everyStep(pattern, (at, sign) => {
    if (sign !== 'x') return;
    const chord = chords[Math.floor(at / 16)]!;
    const ladder = [...chord, ...chord.map((pitch) => pitch + 12), ...chord.map((pitch) => pitch + 24)];
    const turn = at >= STEPS - 8 ? 2 : 0;
    score.push({
      at,
      steps: lasting(pattern, at),
      pitch: ladder[contour[count % hits]! + turn]!,
      velocity: at % 4 === 0 ? 0.95 : 0.72,
    });
    count += 1;
  });
  return score;
}

function place({ left, right }: Stereo, hit: Float32Array, from: number, gain: number, pan: number) {
  const l = gain * Math.cos((pan * Math.PI) / 2) * Math.SQRT2;
  const r = gain * Math.sin((pan * Math.PI) / 2) * Math.SQRT2;
  for (let at = 0; at < hit.length; at += 1) {
    const index = (from + at) % left.length;
    left[index]! += hit[at]! * l;
    right[index]! += hit[at]! * r;
  }
}

/** Three repeats, alternating left and right. A repeat beyond the loop's end continues at its beginning. */
function echo(loop: Stereo, delay: number, share: number) {
  if (share === 0) return;
  const dry = { left: loop.left.slice(), right: loop.right.slice() };
  const length = loop.left.length;
  for (let tap = 1; tap <= 3; tap += 1) {
    const [near, far] = tap % 2 ? [loop.left, loop.right] : [loop.right, loop.left];
    const gain = share * 0.6 ** tap * 1.4;
    for (let at = 0; at < length; at += 1) {
      const sound = (dry.left[at]! + dry.right[at]!) * 0.5 * gain;
      const index = (at + tap * delay) % length;
      near[index]! += sound;
      far[index]! += sound * 0.3;
    }
  }
}
