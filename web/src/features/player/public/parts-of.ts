type PartKind = 'Intro' | 'Build' | 'Drop' | 'Break' | 'Outro';
/** A part of a track; `from` and `to` are shares of its length, 0 to 1. */
export type Part = { kind: PartKind; from: number; to: number };

/** With fewer peaks the loudness says too little. */
const LEAST_PEAKS = 200;
const WINDOWS = 50;
/** A part has at least so many windows. */
const LEAST_WINDOWS = 3;
/** What grows for longer is no build. */
const LONGEST_BUILD = 8;
/** The difference between quiet and loud below which a track is the same all the way, as a share of its loudest energy. */
const LEAST_RANGE = 0.25;
/** From which share of the way between quiet and loud a window counts as middle, and from which as loud. */
const MIDDLE = 0.35;
const LOUD = 0.7;

type Level = 'quiet' | 'middle' | 'loud';
type Run = { level: Level; from: number; to: number };

/**
 * The parts of a track, about: dance music is loud in its drops, quiet around them, and grows louder before them. Each moment is in
 * one part; the list is empty for a track whose loudness hardly changes, and for too few peaks.
 */
export function partsOf(peaks: readonly number[]): Part[] {
  if (peaks.length < LEAST_PEAKS) return [];
  const energies = withoutBlips(energiesOf(peaks));
  const sortedEnergies = ascending(energies);
  const [low, high] = [at(sortedEnergies, 0.1), at(sortedEnergies, 0.9)];
  if (high <= 0 || high - low < LEAST_RANGE * high) return [];
  const levels = energies.map((energy) => levelOf((energy - low) / (high - low)));
  return partsIn(withoutShort(runsOf(levels))).map(({ kind, from, to }) => ({ kind, from: from / WINDOWS, to: to / WINDOWS }));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const ascending = (values: readonly number[]) => [...values].sort((left, right) => left - right);
const at = (sorted: readonly number[], share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
const levelOf = (share: number): Level => (share >= LOUD ? 'loud' : share >= MIDDLE ? 'middle' : 'quiet');

const energiesOf = (peaks: readonly number[]) =>
  Array.from({ length: WINDOWS }, (_, window) => {
    const [from, to] = [window, window + 1].map((edge) => Math.floor((edge * peaks.length) / WINDOWS));
    return mean(peaks.slice(from, to).map((peak) => peak * peak));
  });
/** The median of each window and its neighbours, which leaves the edges of parts in their places. */
const withoutBlips = (values: readonly number[]) =>
  values.map((_, i) => at(ascending(values.slice(Math.max(0, i - 1), i + 2)), 0.5));

const runsOf = (levels: readonly Level[]): Run[] =>
  joinPieces(
    levels.map((level, window) => ({ level, from: window, to: window + 1 })),
    isSameLevel,
  );
const isSameLevel = (run: Run, other: Run) => run.level === other.level;

/** Makes one of neighbours that are alike. */
function joinPieces<Piece extends { to: number }>(
  pieces: readonly Piece[],
  isAlike: (piece: Piece, other: Piece) => boolean,
): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last && isAlike(last, piece)) last.to = piece.to;
    else result.push({ ...piece });
  }
  return result;
}

/** Gives the shortest run to its longer neighbour until none is too short. */
function withoutShort(runs: readonly Run[]): Run[] {
  const lengthOf = (run: Run | undefined) => (run ? run.to - run.from : 0);
  const shortest = runs.reduce((least, run) => (lengthOf(run) < lengthOf(least) ? run : least));
  if (runs.length === 1 || lengthOf(shortest) >= LEAST_WINDOWS) return [...runs];
  const place = runs.indexOf(shortest);
  const [before, after] = [runs[place - 1], runs[place + 1]];
  const level = (lengthOf(before) >= lengthOf(after) ? before : after)?.level ?? shortest.level;
  return withoutShort(
    joinPieces(
      runs.map((run) => (run === shortest ? { ...run, level } : run)),
      isSameLevel,
    ),
  );
}

function partsIn(runs: readonly Run[]): Part[] {
  const firstDrop = runs.findIndex(({ level }) => level === 'loud');
  const lastDrop = runs.reduce((last, { level }, i) => (level === 'loud' ? i : last), -1);
  const kindOf = ({ level, from, to }: Run, i: number): PartKind => {
    if (level === 'loud') return 'Drop';
    if (i > lastDrop) return 'Outro';
    const isBetween = runs[i - 1]?.level === 'quiet' && runs[i + 1]?.level === 'loud';
    if (level === 'middle' && isBetween && to - from <= LONGEST_BUILD) return 'Build';
    return i < firstDrop ? 'Intro' : 'Break';
  };
  const parts = runs.map((run, i): Part => ({ kind: kindOf(run, i), from: run.from, to: run.to }));
  return joinPieces(parts, (part, other) => part.kind === other.kind);
}
