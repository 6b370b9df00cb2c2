import { isMonotonous, WORDS_PER_SECOND, type Fingerprint } from './fingerprint';

/**
 * How two recordings agree: `same` blocks, `similar` is a hint. They agree from `fromSeconds` to `toSeconds` of the first one; the second is
 * there `shiftSeconds` later. `bitError` is the share of bits that differ, 0.5 for strangers.
 */
export type Agreement = {
  likeness: 'same' | 'similar';
  fromSeconds: number;
  toSeconds: number;
  shiftSeconds: number;
  bitError: number;
};

/** Measured by `npm run bench -- fingerprints` (docs/product/fingerprints.md#how-sure-it-is). */
const THRESHOLDS = { same: 0.18, similar: 0.28 } as const;
/** The share of the shorter recording in which the same recording agrees. */
const SAME_SHARE = 0.6;
/** What agrees for less time says nothing: a drum fill, a sample. */
const LEAST_SECONDS = 12;
const LEAST_PREVIEW_SECONDS = 3;
/** A part that agrees for so long is worth a look, whatever else the recordings hold. */
const PART_SECONDS = 20;
/** How many words the error of a place is taken from: six seconds. */
const AROUND = 128;
const MOST_SHIFTS = 8;
/** Of a word that repeats, so many places are enough to line up two recordings. */
const MOST_PLACES = 200;

/**
 * Compares two recordings at the shifts at which most of their words are equal.
 * @returns nothing when they differ
 */
export function compare(a: Fingerprint, b: Fingerprint): Agreement | undefined {
  return isMonotonous(a) || isMonotonous(b) ? undefined : bestAgreement(a, b, LEAST_SECONDS);
}

/**
 * Whether the preview of a track is the recording of a master, or a part of it. Only these two are held against each other, so what is too
 * regular or too short to be found among all recordings is compared here too: a loop agrees with itself as a song does.
 */
export const isPreviewOf = (preview: Fingerprint, master: Fingerprint): boolean =>
  bestAgreement(preview, master, LEAST_PREVIEW_SECONDS) !== undefined;

function bestAgreement(a: Fingerprint, b: Fingerprint, leastSeconds: number): Agreement | undefined {
  let best: Agreement | undefined;
  for (const shift of likelyShifts(a.words, b.words)) {
    const candidate = agreementAt(a.words, b.words, { shift, leastSeconds });
    if (candidate && (!best || rank(candidate) < rank(best))) best = candidate;
  }
  return best;
}

const rank = ({ likeness, bitError }: Agreement) => (likeness === 'same' ? 0 : 1) + bitError;

/** The shifts with the most equal words: equal ones lie where the recordings agree. */
function likelyShifts(a: Int32Array, b: Int32Array): number[] {
  const places = new Map<number, number[]>();
  for (const [at, word] of b.entries()) {
    if (word === 0) continue;
    const positions = places.get(word);
    if (!positions) places.set(word, [at]);
    else if (positions.length < MOST_PLACES) positions.push(at);
  }
  const votes = new Map<number, number>();
  for (const [at, word] of a.entries())
    for (const place of places.get(word) ?? []) votes.set(place - at, (votes.get(place - at) ?? 0) + 1);
  return [...votes]
    .sort((x, y) => y[1] - x[1])
    .slice(0, MOST_SHIFTS)
    .map(([shift]) => shift);
}

type Place = { shift: number; leastSeconds: number };

function agreementAt(a: Int32Array, b: Int32Array, { shift, leastSeconds }: Place): Agreement | undefined {
  const from = Math.max(0, -shift);
  const to = Math.min(a.length, b.length - shift);
  const sums = errorsOf(a, b, { from, to, shift });
  const shorter = Math.min(sounding(a), sounding(b));
  const run = longestRun(sums, THRESHOLDS.similar);
  const agreement = (likeness: Agreement['likeness'], part: Run): Agreement => ({
    likeness,
    fromSeconds: (from + part.from) / WORDS_PER_SECOND,
    toSeconds: (from + part.to) / WORDS_PER_SECOND,
    shiftSeconds: shift / WORDS_PER_SECOND,
    bitError: errorIn(sums, part),
  });
  const whole = { from: 0, to: to - from };
  const audible = heardIn(sums, whole);
  const isLong = (words: number) => words >= SAME_SHARE * shorter && words >= leastSeconds * WORDS_PER_SECOND;
  const error = errorIn(sums, whole);
  if (isLong(audible) && error <= THRESHOLDS.same) return { ...agreement('same', run ?? whole), bitError: error };
  if (run && isLong(heardIn(sums, run)) && errorIn(sums, run) <= THRESHOLDS.same) return agreement('same', run);
  if (isLong(audible) && error <= THRESHOLDS.similar) return { ...agreement('similar', run ?? whole), bitError: error };
  if (run && heardIn(sums, run) >= PART_SECONDS * WORDS_PER_SECOND) return agreement('similar', run);
  return undefined;
}

/** Sums from the beginning, so that the error of any part is a difference: wrong bits, and words that sound in both. */
type Sums = { wrong: Int32Array; heard: Int32Array };
type Run = { from: number; to: number };

function errorsOf(a: Int32Array, b: Int32Array, { from, to, shift }: Run & { shift: number }): Sums {
  const count = Math.max(0, to - from);
  const [wrong, heardBits] = [new Int32Array(count + 1), new Int32Array(count + 1)];
  for (let i = 0; i < count; i += 1) {
    const [x, y] = [a[from + i] ?? 0, b[from + i + shift] ?? 0];
    const isAudible = x !== 0 && y !== 0;
    wrong[i + 1] = (wrong[i] ?? 0) + (isAudible ? bitsIn(x ^ y) : 0);
    heardBits[i + 1] = (heardBits[i] ?? 0) + (isAudible ? 1 : 0);
  }
  return { wrong, heard: heardBits };
}

const heardIn = ({ heard }: Sums, { from, to }: Run) => (heard[to] ?? 0) - (heard[from] ?? 0);

const errorIn = (sums: Sums, { from, to }: Run) => {
  const audible = heardIn(sums, { from, to });
  return audible === 0 ? 0.5 : ((sums.wrong[to] ?? 0) - (sums.wrong[from] ?? 0)) / (32 * audible);
};

/** The longest part around every place of which the error stays below `limit`. */
function longestRun(sums: Sums, limit: number): Run | undefined {
  const count = sums.heard.length - 1;
  let best: Run | undefined;
  let from = -1;
  for (let i = 0; i <= count; i += 1) {
    const around = { from: Math.max(0, i - AROUND / 2), to: Math.min(count, i + AROUND / 2) };
    const agrees = i < count && errorIn(sums, around) <= limit;
    if (agrees && from < 0) from = i;
    if (agrees || from < 0) continue;
    if (!best || i - from > best.to - best.from) best = { from, to: i };
    from = -1;
  }
  return best;
}

const sounding = (words: Int32Array) => words.reduce((count, word) => count + (word === 0 ? 0 : 1), 0);

function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
