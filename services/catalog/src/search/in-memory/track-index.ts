import { TRACK_EXTRAS, type TrackExtra } from '@shop/contracts/constants';
import { MOST_CORRECTED, wordsLike } from '@shop/contracts/finding';
import type { ProductView } from '@shop/contracts/views';
import { extrasOf, numbersOf, wordsIn } from '../track-facts';
import { columnsFor, type Columns } from './columns';
import { createValues } from './values';

const FIRST_SLOTS = 1024;
/** How many searched words are remembered between two changes, and how many bytes of their meanings (one for each word). */
const WORDS_KEPT = 200;
const MOST_BYTES = 4_000_000;
const NONE: readonly number[] = [];
type Meanings = Map<string, Uint8Array | null>;
export const MODES = ['', 'major', 'minor'];

/** Extras as bits, by their place in TRACK_EXTRAS. */
export const bitsOf = (extras: readonly TrackExtra[]) =>
  extras.reduce((bits, extra) => bits | (1 << TRACK_EXTRAS.indexOf(extra)), 0);

/**
 * All tracks for sale in columns of numbers, so that a search is one pass over them (docs/decisions/0029-search-in-memory.md). Each
 * track has a slot, and its JSON is kept as it is answered.
 */
export function createTrackIndex() {
  let columns = columnsFor(FIRST_SLOTS);
  let slots = 0;
  const free: number[] = [];
  const slotOf = new Map<number, number>();
  const json: string[] = [];
  const wordsAt: number[][] = [];
  const values = { genre: createValues(), key: createValues(), type: createValues(), store: createValues() };
  const words = createValues();
  const parts: Meanings = new Map();
  const likes: Meanings = new Map();

  function drop(id: number) {
    const slot = slotOf.get(id);
    if (slot === undefined) return;
    slotOf.delete(id);
    columns.id[slot] = 0;
    json[slot] = '';
    wordsAt[slot]?.forEach(words.drop);
    wordsAt[slot] = [];
    for (const [name, value] of Object.entries(values)) value.drop(columns[name as keyof typeof values][slot] ?? 0);
    free.push(slot);
    forget();
  }

  function forget() {
    parts.clear();
    likes.clear();
  }

  function remember(cache: Meanings, word: string, find: (word: string) => Uint8Array | null): Uint8Array | null {
    const cachedFlags = cache.get(word);
    if (cachedFlags !== undefined) return cachedFlags;
    const flags = find(word);
    if (cache.size >= Math.min(WORDS_KEPT, MOST_BYTES / words.size())) cache.clear();
    cache.set(word, flags);
    return flags;
  }

  function flagsLike(word: string): Uint8Array | null {
    const { texts, letters } = words.all();
    const similarWords = wordsLike(word, texts, letters);
    return similarWords.length > 0 ? words.flagsOf(similarWords) : null;
  }

  return {
    /** Adds or replaces a track. */
    put(track: ProductView) {
      drop(track.id);
      const slot = free.pop() ?? slots++;
      if (slot === columns.id.length) columns = columnsFor(2 * slot, columns);
      slotOf.set(track.id, slot);
      columns.id[slot] = track.id;
      for (const [name, number] of Object.entries(numbersOf(track))) columns[name as keyof Columns][slot] = number;
      columns.mode[slot] = Math.max(0, MODES.indexOf(track.key_mode ?? ''));
      columns.extras[slot] = bitsOf(extrasOf(track));
      columns.genre[slot] = values.genre.take(track.category);
      columns.key[slot] = values.key.take(track.music_key);
      columns.type[slot] = values.type.take(track.type);
      columns.store[slot] = values.store.take(track.store_name);
      wordsAt[slot] = wordsIn(track).map(words.take);
      json[slot] = JSON.stringify(track);
      forget();
    },
    drop,
    size: () => slotOf.size,
    /** One more than the last slot; slots without a track have the id 0. */
    slots: () => slots,
    slotOf: (id: number) => slotOf.get(id),
    ids: () => [...slotOf.keys()],
    columns: (): Columns => columns,
    values,
    wordsAt: (slot: number): readonly number[] => wordsAt[slot] ?? NONE,
    jsonOf: (slot: number) => json[slot] ?? '',
    /**
     * The numbered words that each searched word means, as one flag each: words that contain it, or else the words most like it
     * (docs/product/catalogue.md#search). Null when a searched word means none, because the search then finds nothing.
     */
    meant(searchedWords: readonly string[]): Uint8Array[] | null {
      const having = searchedWords.map((word) => remember(parts, word, words.flagsContaining));
      if (having.filter((flags) => flags === null).length > MOST_CORRECTED) return null;
      const flagsByWord: Uint8Array[] = [];
      for (const [at, word] of searchedWords.entries()) {
        const flags = having[at] ?? remember(likes, word, flagsLike);
        if (!flags) return null;
        flagsByWord.push(flags);
      }
      return flagsByWord;
    },
  };
}

export type TrackIndex = ReturnType<typeof createTrackIndex>;
