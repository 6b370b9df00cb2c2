import type { KeyMode } from '@shop/contracts/constants';
import { keysMix, temposMix, wordsOf } from '@shop/contracts/finding';
import type { ProductSearchQuery } from '@shop/contracts/forms';
import { centsWanted, HALF_AND_DOUBLE, temposWanted } from '../track-facts';
import { MODES, type TrackIndex } from './track-index';
import type { Values } from './values';

type Condition = (slot: number) => boolean;
/** The facts of a track that decide which others mix with it. */
type Sound = { bpm: number | null; music_key: string; key_mode: string | null };

/** All conditions of a search except genre, key and type, which the counts leave out in turn. */
export function conditionOf(index: TrackIndex, query: ProductSearchQuery): Condition {
  const all = [
    priceFits(index, query),
    tempoFits(index, query),
    modeFits(index, query),
    wordsFit(index, query),
    mixFits(index, query),
  ];
  const conditions = all.filter((condition) => condition !== null);
  return (slot) => conditions.every((fits) => fits(slot));
}

/** One flag for each value, set when it is chosen; null when none is, which means all (docs/product/catalogue.md#filters). */
export function chosenFlags(values: Values, chosenValues: readonly string[]): Uint8Array | null {
  return chosenValues.length === 0 ? null : values.flagsOf(chosenValues);
}

/** Whether a track mixes with another sound. Each tempo and each key is judged once. */
export function mixesWithSound(index: TrackIndex, sound: Sound, percent?: number) {
  const { tempo, key, mode } = index.columns();
  const tempos = new Map<number, boolean>();
  const keys = new Map<number, boolean>();
  const once = (cache: Map<number, boolean>, number: number, judge: () => boolean) => {
    const before = cache.get(number);
    if (before !== undefined) return before;
    const fits = judge();
    cache.set(number, fits);
    return fits;
  };
  return {
    tempo: (slot: number) => once(tempos, tempo[slot] ?? 0, () => temposMix(sound.bpm, soundAt(index, slot).bpm, percent)),
    key: (slot: number) =>
      once(keys, (key[slot] ?? 0) * MODES.length + (mode[slot] ?? 0), () => keysMix(sound, soundAt(index, slot))),
  };
}

function soundAt(index: TrackIndex, slot: number): Sound {
  const { tempo, key, mode } = index.columns();
  return {
    bpm: (tempo[slot] ?? 0) / 10,
    music_key: index.values.key.textOf(key[slot] ?? 0),
    key_mode: MODES[mode[slot] ?? 0] || null,
  };
}

const isWithin = (value: number, from: number, to: number) => value >= from && value <= to;

function priceFits(index: TrackIndex, query: ProductSearchQuery): Condition | null {
  const range = centsWanted(query);
  if (!range) return null;
  const { cents } = index.columns();
  const [from, to] = range;
  return (slot) => isWithin(cents[slot] ?? 0, from, to);
}

function tempoFits(index: TrackIndex, query: ProductSearchQuery): Condition | null {
  const range = temposWanted(query);
  if (!range) return null;
  const { tempo } = index.columns();
  const [from, to] = range;
  const times = query.half_double ? HALF_AND_DOUBLE : [1];
  return (slot) => times.some((by) => isWithin((tempo[slot] ?? 0) * by, from, to));
}

function modeFits(index: TrackIndex, { mode }: { mode?: KeyMode }): Condition | null {
  if (!mode) return null;
  const { mode: modes } = index.columns();
  const modeNumber = MODES.indexOf(mode);
  return (slot) => modes[slot] === modeNumber;
}

/** Every searched word is a bit; a track has the bits of the searched words that its own words match. */
function wordsFit(index: TrackIndex, { q }: ProductSearchQuery): Condition | null {
  const searchedWords = wordsOf(q);
  if (searchedWords.length === 0) return null;
  const flagsByWord = index.meant(searchedWords);
  if (!flagsByWord) return () => false;
  const bits = new Uint16Array(flagsByWord[0]?.length ?? 0);
  flagsByWord.forEach((flags, at) => {
    for (let number = 0; number < bits.length; number++) bits[number] = (bits[number] ?? 0) | ((flags[number] ?? 0) << at);
  });
  const all = (1 << flagsByWord.length) - 1;
  return (slot) => {
    let has = 0;
    for (const word of index.wordsAt(slot)) has |= bits[word] ?? 0;
    return has === all;
  };
}

function mixFits(index: TrackIndex, { mixes, within }: ProductSearchQuery): Condition | null {
  const mixedSlot = mixes === undefined ? undefined : index.slotOf(mixes);
  if (mixedSlot === undefined) return null;
  const mixing = mixesWithSound(index, soundAt(index, mixedSlot), within);
  return (slot) => slot !== mixedSlot && mixing.tempo(slot) && mixing.key(slot);
}
