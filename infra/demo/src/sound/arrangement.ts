import type { Showcase } from './loop-facts';
import type { LaneName } from './lanes';
import type { Arrangement } from './styles';

type Part = 'intro' | 'groove' | 'break' | 'build' | 'drop' | 'strip' | 'verse' | 'outro' | 'sketch';

/**
 * A part of the music: the gains of its lanes, how far the filter over the music opens (`open`, in Hz, from and to), the level of
 * everything (from and to), and the share of reverb.
 */
type PartPlan = { lanes: Partial<Record<LaneName, number>>; open: [number, number]; level: [number, number]; wet: number };

const PARTS: Record<Part, PartPlan> = {
  intro: { lanes: { kick: 0.8, hat: 0.8, perc: 0.9, chords: 0.55 }, open: [260, 900], level: [0.6, 0.85], wet: 1.2 },
  groove: {
    lanes: { kick: 1, snare: 0.9, hat: 0.9, perc: 1, bass: 0.9, chords: 0.6 },
    open: [500, 2400],
    level: [0.85, 0.95],
    wet: 0.8,
  },
  break: { lanes: { perc: 0.35, chords: 0.8, lead: 0.7 }, open: [700, 3600], level: [0.4, 0.65], wet: 1.6 },
  build: { lanes: { hat: 0.5, chords: 0.85, lead: 0.65, snare: 0.4 }, open: [600, 9000], level: [0.5, 0.95], wet: 1.5 },
  drop: {
    lanes: { kick: 1, snare: 1, hat: 1, open: 1, perc: 1, bass: 1, chords: 1, lead: 1 },
    open: [18_000, 18_000],
    level: [1, 1],
    wet: 1,
  },
  strip: { lanes: { kick: 1, open: 0.7, perc: 1, lead: 0.9 }, open: [4000, 700], level: [0.9, 0.7], wet: 1.3 },
  verse: {
    lanes: { kick: 0.9, snare: 0.8, hat: 0.8, perc: 1, bass: 0.9, chords: 0.8 },
    open: [1400, 4200],
    level: [0.85, 0.9],
    wet: 1,
  },
  outro: { lanes: { perc: 1, chords: 0.8, lead: 0.4 }, open: [5000, 500], level: [0.9, 0.4], wet: 1.6 },
  sketch: { lanes: { kick: 0.45, chords: 0.6, lead: 0.55 }, open: [5200, 5200], level: [0.6, 0.6], wet: 0 },
};

const PLANS: Record<Arrangement, [Part, number][]> = {
  club: [
    ['intro', 2],
    ['groove', 3],
    ['build', 2],
    ['drop', 5],
  ],
  hook: [
    ['drop', 4],
    ['break', 2],
    ['build', 2],
    ['drop', 4],
  ],
  journey: [
    ['break', 4],
    ['build', 2],
    ['drop', 6],
  ],
  roll: [
    ['intro', 2],
    ['groove', 4],
    ['strip', 2],
    ['drop', 4],
  ],
  two: [
    ['intro', 2],
    ['build', 1],
    ['drop', 4],
    ['break', 1],
    ['build', 1],
    ['drop', 3],
  ],
  song: [
    ['intro', 1],
    ['verse', 3],
    ['drop', 3],
    ['outro', 1],
  ],
};
const WHOLE: [Part, number][] = [
  ['intro', 8],
  ['groove', 12],
  ['break', 8],
  ['build', 4],
  ['drop', 16],
  ['strip', 8],
  ['verse', 8],
  ['break', 8],
  ['build', 4],
  ['drop', 16],
  ['outro', 4],
];
const SHOWCASES: Record<Exclude<Showcase, 'finished'>, [Part, number][]> = {
  'sketch-to-record': [
    ['sketch', 4],
    ['build', 2],
    ['drop', 6],
  ],
  'before-after': [
    ['drop', 6],
    ['drop', 6],
  ],
};

/** A part on the time line. Bars count from 0, and `to` is exclusive. */
export type Section = PartPlan & { part: Part; from: number; to: number };

const LONGEST_SECONDS = 24;
/** A whole track: the upload guide asks for 2:50 at least. */
export const WHOLE_SECONDS = 176;

/** The parts of a whole track. */
export const wholeSections = (bpm: number, seconds: number): Section[] => share(WHOLE, seconds, bpm);

/** The parts of a loop. */
export function sectionsOf(arrangement: Arrangement, showcase: Showcase, bpm: number): Section[] {
  return share(showcase === 'finished' ? PLANS[arrangement] : SHOWCASES[showcase], LONGEST_SECONDS, bpm);
}

/** Shares out as many whole bars as fit, an even number of them, among the parts. */
function share(plan: [Part, number][], seconds: number, bpm: number): Section[] {
  const bars = 2 * Math.floor(seconds / (240 / bpm) / 2);
  const totalWeight = plan.reduce((sum, [, weight]) => sum + weight, 0);
  let weights = 0;
  return plan.map(([part, weight]) => {
    const from = Math.round((weights / totalWeight) * bars);
    weights += weight;
    return { ...PARTS[part], part, from, to: Math.round((weights / totalWeight) * bars) };
  });
}
