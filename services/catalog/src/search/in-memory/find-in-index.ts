import { TRACK_EXTRAS } from '@shop/contracts/constants';
import type { ProductSearchQuery } from '@shop/contracts/forms';
import type { ProductSearchView, SoldTrackView } from '@shop/contracts/views';
import { extraOptions, LIKENESS, optionsOf, type Facet } from '../track-facts';
import { comesBefore, cursorsOf, KEY_OF, placeIn } from '../track-orders';
import { chosenFlags, conditionOf, mixesWithSound } from './conditions';
import { bitsOf, type TrackIndex } from './track-index';

/** The answer of a search, with slots of the index in place of tracks. */
type IndexMatches = Omit<ProductSearchView, 'products' | 'mixed'> & { slots: number[]; mixed: number | undefined };

/**
 * The page of a search with the counts of its filters, in one pass over the index (docs/product/catalogue.md#search).
 * @throws Refusal 400 with field `after` or `before` for a cursor of another order
 */
export function findInIndex(index: TrackIndex, query: ProductSearchQuery): IndexMatches {
  const columns = index.columns();
  const { genre, key, type, extras } = columns;
  const after = placeIn(query, 'after');
  const before = placeIn(query, 'before');
  const fits = conditionOf(index, query);
  const [genres, keys, types] = (['genre', 'key', 'type'] as const).map((facet) => ({
    chosen: chosenFlags(index.values[facet], query[facet]),
    counts: new Uint32Array(index.values[facet].size()),
  })) as [Tally, Tally, Tally];
  const wantedBits = bitsOf(query.with);
  const counts = { listed: EXTRA_BITS.map(() => 0), found: EXTRA_BITS.map(() => 0) };
  const page = createSelection(query.limit, before !== null);
  const keyOf = KEY_OF[query.sort];
  let total = 0;
  let passedCount = 0;

  for (let slot = 0; slot < index.slots(); slot++) {
    const id = columns.id[slot] ?? 0;
    if (id === 0) continue;
    const itsExtras = extras[slot] ?? 0;
    tally(counts.listed, itsExtras, 0);
    if (!fits(slot)) continue;
    const [itsGenre, itsKey, itsType] = [genre[slot] ?? 0, key[slot] ?? 0, type[slot] ?? 0];
    const inGenre = isChosen(genres, itsGenre);
    const inKey = isChosen(keys, itsKey);
    const inType = isChosen(types, itsType);
    if (inGenre && inKey && inType) tally(counts.found, itsExtras, wantedBits);
    if ((itsExtras & wantedBits) !== wantedBits) continue;
    if (inKey && inType) count(genres, itsGenre);
    if (inGenre && inType) count(keys, itsKey);
    if (inGenre && inKey) count(types, itsType);
    if (!inGenre || !inKey || !inType) continue;
    total += 1;
    const place = keyOf(columns, slot);
    if (before && !comesBefore(place, id, before)) continue;
    if (before) passedCount += 1;
    if (after && !comesBefore(after.key, after.id, { key: place, id })) passedCount += 1;
    else page.offer(slot, place, id);
  }
  const slots = page.slots();
  const from = before ? passedCount - slots.length : passedCount;
  const placeAt = (slot: number | undefined) =>
    slot === undefined ? undefined : { key: keyOf(columns, slot), id: columns.id[slot] ?? 0 };
  const options = (facet: Facet, { counts }: Tally) => {
    const values = index.values[facet];
    return optionsOf(facet, values.texts(), (value) => counts[values.numberOf(value) ?? -1] ?? 0);
  };
  return {
    slots,
    total,
    listed: index.size(),
    from,
    ...cursorsOf(query.sort, { from, shown: slots.length, total }, placeAt(slots[0]), placeAt(slots.at(-1))),
    mixed: query.mixes === undefined ? undefined : index.slotOf(query.mixes),
    facets:
      after || before
        ? null
        : {
            genre: options('genre', genres),
            key: options('key', keys),
            type: options('type', types),
            with: extraOptions(
              (extra) => (counts.listed[TRACK_EXTRAS.indexOf(extra)] ?? 0) > 0,
              (extra) => counts.found[TRACK_EXTRAS.indexOf(extra)] ?? 0,
            ),
          },
  };
}

const EXTRA_BITS = TRACK_EXTRAS.map((extra) => bitsOf([extra]));

/** Counts a track for each of its extras; but for that one, it must have all of `wantedBits`. */
function tally(counts: number[], extras: number, wantedBits: number) {
  for (let at = 0; at < EXTRA_BITS.length; at++) {
    const bits = wantedBits | (EXTRA_BITS[at] ?? 0);
    if ((extras & bits) === bits) counts[at] = (counts[at] ?? 0) + 1;
  }
}

type Tally = { chosen: Uint8Array | null; counts: Uint32Array };
const isChosen = ({ chosen }: Tally, value: number) => chosen === null || chosen[value] === 1;
const count = ({ counts }: Tally, value: number) => (counts[value] = (counts[value] ?? 0) + 1);

/** The tracks most like `model`, the newer first among equal ones, and how many tracks mix with it. `model` itself is left out. */
export function findSimilar(index: TrackIndex, model: SoldTrackView, most: number): { slots: number[]; mixing: number } {
  const { id: ids, genre, store } = index.columns();
  const [sameGenre, sameStore] = [index.values.genre.numberOf(model.category), index.values.store.numberOf(model.store_name)];
  const mixes = mixesWithSound(index, model);
  const page = createSelection(most, false);
  let mixing = 0;
  for (let slot = 0; slot < index.slots(); slot++) {
    const id = ids[slot] ?? 0;
    if (id === 0 || id === model.id) continue;
    const [tempo, key] = [mixes.tempo(slot), mixes.key(slot)];
    if (tempo && key) mixing += 1;
    const likeness =
      Number(genre[slot] === sameGenre) * LIKENESS.genre +
      Number(tempo) * LIKENESS.tempo +
      Number(key) * LIKENESS.key +
      Number(store[slot] === sameStore) * LIKENESS.store;
    page.offer(slot, -likeness, id);
  }
  return { slots: page.slots(), mixing };
}

type Entry = { slot: number; key: number; id: number };

const isBefore = (a: Entry, b: Entry) => a.key < b.key || (a.key === b.key && a.id > b.id);

/** Keeps the first `most` of the offered tracks, or with `fromEnd` the last ones, ordered by smallest key, then highest id. */
function createSelection(most: number, fromEnd: boolean) {
  const entries: Entry[] = [];
  const before = fromEnd ? (a: Entry, b: Entry) => isBefore(b, a) : isBefore;
  return {
    offer(slot: number, key: number, id: number) {
      const entry = { slot, key, id };
      const last = entries.at(-1);
      if (last && entries.length === most && !before(entry, last)) return;
      const at = entries.findIndex((candidate) => before(entry, candidate));
      entries.splice(at < 0 ? entries.length : at, 0, entry);
      if (entries.length > most) entries.pop();
    },
    slots: () => (fromEnd ? [...entries].reverse() : entries).map(({ slot }) => slot),
  };
}
