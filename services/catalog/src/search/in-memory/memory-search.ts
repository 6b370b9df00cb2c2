import type { ProductView } from '@shop/contracts/views';
import { searchedTrack } from '../track-facts';
import type { TrackSearch } from '../track-search';
import { findInIndex, findSimilar } from './find-in-index';
import { createTrackIndex, type TrackIndex } from './track-index';

/**
 * Finds tracks in an index in the memory of this process. A fill changes the index in place, so that there is one index at most, and
 * removes at its end what was not put.
 */
export function createMemorySearch(): TrackSearch {
  const index = createTrackIndex();
  let version: number | null = null;
  const viewAt = (slot: number) => JSON.parse(index.jsonOf(slot)) as ProductView;

  return {
    name: 'memory',
    isShared: false,
    version: async () => version,
    async apply(next, changedIds, forSale) {
      changedIds.forEach(index.drop);
      forSale.forEach(index.put);
      version = next;
    },
    async startFill() {
      const unseen = new Set(index.ids());
      const put = (tracks: readonly ProductView[]) => {
        tracks.forEach(index.put);
        for (const { id } of tracks) unseen.delete(id);
      };
      return {
        put: async (part) => put(part),
        async apply(_version, changedIds, forSale) {
          changedIds.forEach(index.drop);
          put(forSale);
        },
        async finish(next) {
          unseen.forEach(index.drop);
          version = next;
        },
      };
    },
    async find(query) {
      const { slots, mixed, ...rest } = findInIndex(index, query);
      const track = mixed === undefined ? null : viewAt(mixed);
      return withTracks(index, slots, { ...rest, mixed: track && { id: track.id, name: track.name } });
    },
    async similar(model, most) {
      const { slots, mixing } = findSimilar(index, model, most);
      return withTracks(index, slots, { mixing });
    },
    async *tracks() {
      for (const id of index.ids().sort((a, b) => a - b)) {
        const slot = index.slotOf(id);
        if (slot !== undefined) yield searchedTrack(viewAt(slot));
      }
    },
    close: async () => undefined,
  };
}

/** The JSON of an answer; the JSON of its tracks is kept in the index. */
const withTracks = (index: TrackIndex, slots: number[], fields: object) =>
  `{"products":[${slots.map(index.jsonOf).join(',')}],${JSON.stringify(fields).slice(1)}`;
