import { createHash } from 'node:crypto';
import { TRACK_SORTS } from '@shop/contracts/constants';
import type { ProductView } from '@shop/contracts/views';
import { extrasOf, numbersOf, wordsIn } from '../track-facts';
import { KEY_OF, type Place } from '../track-orders';

/** Stands for Infinity, which JSON does not have: after every other key of an order. */
const LAST = Number.MAX_SAFE_INTEGER;
export const storedKey = (key: number) => (key === Infinity ? LAST : key);
export const placeOfStored = ([key = 0, id = 0]: number[]): Place => ({ key: key === LAST ? Infinity : key, id });

/** The shortest and longest beginning of a word that a word with typing errors is compared with: 4 letters less 1, and 32 and 2. */
const BEGINNINGS = { min_gram: 3, max_gram: 34 };

/** A tombstone outlives every write that began before the track was removed, so that none brings the track back. */
const TOMBSTONES_KEPT = '1h';

/** How OpenSearch stores the tracks. Words come in compared form already, so that both engines find the same. */
const INDEX = {
  settings: {
    index: { number_of_shards: 1, auto_expand_replicas: '0-1', gc_deletes: TOMBSTONES_KEPT },
    analysis: {
      filter: { beginnings: { type: 'edge_ngram', ...BEGINNINGS } },
      analyzer: { beginnings: { type: 'custom', tokenizer: 'keyword', filter: ['beginnings'] } },
    },
  },
  mappings: {
    dynamic: 'strict',
    properties: {
      id: { type: 'long' },
      words: {
        type: 'keyword',
        fields: { beginnings: { type: 'text', analyzer: 'beginnings', norms: false, index_options: 'docs' } },
      },
      cents: { type: 'long' },
      tempo: { type: 'long' },
      mode: { type: 'keyword' },
      genre: { type: 'keyword' },
      key: { type: 'keyword' },
      type: { type: 'keyword' },
      with: { type: 'keyword' },
      store: { type: 'keyword' },
      sound: { type: 'keyword' },
      place: { properties: Object.fromEntries(TRACK_SORTS.map((sort) => [sort, { type: 'long' }])) },
      track: { type: 'object', enabled: false },
    },
  },
} as const;

/** The body that makes an index. While it is filled, nobody searches it, so nothing is refreshed. */
export const newIndex = () => ({
  ...INDEX,
  settings: { ...INDEX.settings, index: { ...INDEX.settings.index, refresh_interval: '-1' } },
});

/** A key with its mode, as one value: what mixes is a list of these. */
export const soundOf = (key: string, mode: string | null) => `${key} ${mode ?? ''}`;

export function documentOf(track: ProductView) {
  const numbers = numbersOf(track);
  const row = { cents: [numbers.cents], tempo: [numbers.tempo], plays: [numbers.plays], hot: [numbers.hot] };
  return {
    id: track.id,
    words: wordsIn(track),
    cents: numbers.cents,
    tempo: numbers.tempo,
    mode: track.key_mode ?? '',
    genre: track.category,
    key: track.music_key,
    type: track.type,
    with: extrasOf(track),
    store: track.store_name,
    sound: soundOf(track.music_key, track.key_mode),
    place: Object.fromEntries(TRACK_SORTS.map((sort) => [sort, storedKey(KEY_OF[sort](row, 0))])),
    track,
  };
}
export type TrackDocument = ReturnType<typeof documentOf>;

const PROBE: ProductView = {
  ...{
    id: 1,
    name: 'Café ØÆß Don’t-Stop.Now/Mother & İıς ＮＴ',
    category: 'Drum & Bass',
    store_name: 'Ł-1',
    price: 1.5,
    old_price: null,
  },
  ...{ img: '', audio: '', peaks: '', wave: '', duration: 1, bpm: 64.5, music_key: 'A', key_mode: null, type: 'Instrumental' },
  ...{ project_name: null, exclusive_vocal: false, is_hot: true, play_count: 1, created_at: '', files: null },
};

/**
 * Differs for every release that stores tracks or words in another way: each has an alias of its own, so that old and new replicas
 * search side by side during a roll-out.
 */
export const SHAPE = createHash('sha256')
  .update(JSON.stringify([INDEX, documentOf(PROBE)]))
  .digest('hex')
  .slice(0, 8);
