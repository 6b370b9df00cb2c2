import { BPM_LIMITS, KEY_MODES, MUSIC_KEYS, TRACK_EXTRAS, type TrackExtra } from '@shop/contracts/constants';
import { keysMix, MOST_CORRECTED, slipsIn, temposMix, wordsOf } from '@shop/contracts/finding';
import type { ProductSearchQuery } from '@shop/contracts/forms';
import type { SoldTrackView } from '@shop/contracts/views';
import { centsWanted, FACETS, HALF_AND_DOUBLE, LIKENESS, temposWanted, type Facet } from '../track-facts';
import type { Place } from '../track-orders';
import { soundOf, storedKey } from './documents';

/** Requests in the query language of OpenSearch. */
type Clause = Record<string, object>;
type Sound = { bpm: number | null; music_key: string; key_mode: string | null };

const MOST_VALUES = 1000;
const FACET_NAMES = Object.keys(FACETS) as Facet[];

const all = (filter: Clause[]): Clause => ({ bool: { filter } });
const anyOf = (should: Clause[]): Clause => ({ bool: { should, minimum_should_match: 1 } });
const NOTHING: Clause = { match_none: {} };
const range = (field: string, from: number, to: number): Clause => ({
  range: { [field]: { gte: Math.ceil(from), ...(to === Infinity ? {} : { lte: Math.floor(to) }) } },
});

/** How a searched word is compared with those of tracks: as a part of them, or with so many typing errors in their beginning. */
type Way = 'part' | 1 | 2;
const waysOf = (word: string): Way[] => ['part', 1, 2].slice(0, slipsIn(word) + 1) as Way[];

const wordIs = (word: string, way: Way): Clause =>
  way === 'part'
    ? { wildcard: { words: { value: `*${word.replace(/[*?\\]/g, '\\$&')}*` } } }
    : {
        fuzzy: {
          'words.beginnings': {
            value: word,
            fuzziness: String(way),
            prefix_length: 0,
            max_expansions: MOST_VALUES,
            transpositions: true,
            rewrite: 'constant_score',
          },
        },
      };

/** Asks which of the ways finds anything, for each word, among all tracks. Null when there are no words. */
export function waysQuery({ q }: ProductSearchQuery) {
  const words = wordsOf(q);
  if (words.length === 0) return null;
  const filters = words.flatMap((word, at) => waysOf(word).map((way) => [`${at} ${way}`, { filter: wordIs(word, way) }]));
  return { size: 0, track_total_hits: false, aggs: Object.fromEntries(filters) as Record<string, object> };
}

/**
 * The condition of the searched words: each is taken in the first way that finds anything (docs/product/catalogue.md#search).
 * `counts` are the answer to `waysQuery`.
 */
export function wordsCondition({ q }: ProductSearchQuery, counts: Record<string, { doc_count: number }>): Clause[] {
  const words = wordsOf(q);
  const ways = words.map((word, at) => waysOf(word).find((way) => (counts[`${at} ${way}`]?.doc_count ?? 0) > 0));
  if (ways.filter((way) => way !== 'part').length > MOST_CORRECTED) return [NOTHING];
  return words.map((word, at) => (ways[at] === undefined ? NOTHING : wordIs(word, ways[at])));
}

/** The tempos that mix with a sound, as ranges; they are judged one by one, so that both engines round alike. */
function tempoMixes({ bpm }: Sound, percent?: number): Clause {
  const ranges: Clause[] = [];
  let from: number | null = null;
  for (let tempo = 1; tempo <= BPM_LIMITS.max * 10 + 1; tempo++) {
    const mixes = tempo <= BPM_LIMITS.max * 10 && temposMix(bpm, tempo / 10, percent);
    if (mixes) from ??= tempo;
    else if (from !== null) {
      ranges.push(range('tempo', from, tempo - 1));
      from = null;
    }
  }
  return ranges.length > 0 ? anyOf(ranges) : NOTHING;
}

function keyMixes(sound: Sound): Clause {
  const sounds = MUSIC_KEYS.flatMap((music_key) => [null, ...KEY_MODES].map((key_mode) => ({ music_key, key_mode })));
  const mixing = sounds.filter((candidate) => keysMix(sound, candidate));
  return { terms: { sound: mixing.map(({ music_key, key_mode }) => soundOf(music_key, key_mode)) } };
}

/** All conditions of a search except genre, key and type, which the counts leave out in turn. */
function conditionsOf(query: ProductSearchQuery, words: Clause[], mixedSound: (Sound & { id: number }) | null): Clause {
  const [cents, tempos] = [centsWanted(query), temposWanted(query)];
  const times = query.half_double ? HALF_AND_DOUBLE : [1];
  return {
    bool: {
      filter: [
        ...(cents ? [range('cents', ...cents)] : []),
        ...(tempos ? [anyOf(times.map((by) => range('tempo', tempos[0] / by, tempos[1] / by)))] : []),
        ...(query.mode ? [{ term: { mode: { value: query.mode } } }] : []),
        ...words,
        ...(mixedSound ? [tempoMixes(mixedSound, query.within), keyMixes(mixedSound)] : []),
      ],
      must_not: mixedSound ? [{ term: { id: { value: mixedSound.id } } }] : [],
    },
  };
}

/** The chosen genres, keys, types and extras, but for `except`. */
const chosenOf = (query: ProductSearchQuery, except?: Facet): Clause[] => [
  ...FACET_NAMES.filter((facet) => facet !== except && query[facet].length > 0).map((facet) => ({
    terms: { [facet]: query[facet] },
  })),
  ...query.with.map(comesWith),
];
const comesWith = (extra: TrackExtra): Clause => ({ term: { with: { value: extra } } });

/** The tracks before a place; with `orAt` also the one at it. */
function before(sort: string, { key, id }: Place, orAt: boolean): Clause {
  const field = `place.${sort}`;
  return anyOf([
    { range: { [field]: { lt: storedKey(key) } } },
    all([{ term: { [field]: { value: storedKey(key) } } }, { range: { id: orAt ? { gte: id } : { gt: id } } }]),
  ]);
}

const valuesOf = (facet: Facet | 'with') => ({ [facet]: { terms: { field: facet, size: MOST_VALUES } } });

type Places = { after: Place | null; before: Place | null };

/** The body of a search: a page, its total, what comes before it, and on the first page the counts of the filters. */
export function searchBody(
  query: ProductSearchQuery,
  words: Clause[],
  mixedSound: (Sound & { id: number }) | null,
  places: Places,
) {
  const field = `place.${query.sort}`;
  const backwards = places.before !== null;
  const place = places.after ?? places.before;
  const facetCounts = FACET_NAMES.map((facet) => [
    `of_${facet}`,
    { filter: all(chosenOf(query, facet)), aggs: valuesOf(facet) },
  ]) as [string, object][];
  // A track has all chosen extras, so that the one that is counted may be among them.
  const extraCounts = TRACK_EXTRAS.map((extra): [string, object] => [
    `with_${extra}`,
    { filter: all([...chosenOf(query), comesWith(extra)]) },
  ]);
  return {
    size: query.limit,
    track_total_hits: true,
    _source: ['track'],
    query: conditionsOf(query, words, mixedSound),
    post_filter: all(chosenOf(query)),
    sort: [{ [field]: { order: backwards ? 'desc' : 'asc' } }, { id: { order: backwards ? 'asc' : 'desc' } }],
    ...(place && { search_after: [storedKey(place.key), place.id] }),
    aggs: {
      listed: {
        global: {},
        ...(place
          ? {}
          : {
              aggs: Object.fromEntries(
                (['with', ...FACET_NAMES] as const).flatMap((name) => Object.entries(valuesOf(name))),
              ) as object,
            }),
      },
      ...(place
        ? { passed: { filter: all([...chosenOf(query), before(query.sort, place, !backwards)]) } }
        : Object.fromEntries([...facetCounts, ...extraCounts])),
    },
  };
}

/** The tracks most like `model`, the newer first among equal ones, and how many mix with it. */
export function similarBody(model: SoldTrackView, most: number) {
  const [tempo, key] = [tempoMixes(model), keyMixes(model)];
  const likenesses: [Clause, number][] = [
    [{ match_all: {} }, 1],
    [{ term: { genre: { value: model.category } } }, LIKENESS.genre],
    [tempo, LIKENESS.tempo],
    [key, LIKENESS.key],
    [{ term: { store: { value: model.store_name } } }, LIKENESS.store],
  ];
  return {
    size: most,
    track_total_hits: false,
    _source: ['track'],
    query: {
      function_score: {
        query: { bool: { must_not: [{ term: { id: { value: model.id } } }] } },
        functions: likenesses.map(([filter, weight]) => ({ filter, weight })),
        score_mode: 'sum',
        boost_mode: 'replace',
      },
    },
    sort: [{ _score: { order: 'desc' } }, { id: { order: 'desc' } }],
    aggs: { mixing: { filter: all([tempo, key]) } },
  };
}
