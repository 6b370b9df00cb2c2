import type { ProductSearchQuery } from '@shop/contracts/forms';
import type { ProductView, SoldTrackView } from '@shop/contracts/views';

/** A track in an engine, with the fields that are compared with its row. */
export type SearchedTrack = { key: number; name: string; category: string; price_cents: number };

/** Makes these changed tracks as they are in a version of the list; those that are not among `forSale` are removed. */
export type Apply = (version: number, changedIds: readonly number[], forSale: readonly ProductView[]) => Promise<void>;

/** Puts every track for sale into an engine, part by part. */
export type Fill = {
  put: (part: readonly ProductView[]) => Promise<void>;
  /** Changes what was put, or is put later, while the fill goes on. */
  apply: Apply;
  /** Ends the fill: the engine now has the tracks that were put, and no others. It may be called again after a failure. */
  finish: (version: number) => Promise<void>;
};

/**
 * An engine that finds tracks for sale (docs/decisions/0029-search-in-memory.md). It does not know where the tracks come from. A change
 * that is applied twice, or after a newer one, leaves the newer tracks.
 */
export type TrackSearch = {
  name: 'memory' | 'opensearch';
  /** Whether all processes have the same tracks in it, so that only one of them fills it. */
  isShared: boolean;
  /** The version of the list that its tracks have; null before its first fill. */
  version: () => Promise<number | null>;
  apply: Apply;
  startFill: (version: number) => Promise<Fill>;
  /** @returns the JSON of a ProductSearchView. @throws Refusal 400 with field `after` or `before` for a cursor of another order */
  find: (query: ProductSearchQuery) => Promise<string>;
  /** @returns the JSON of a SimilarView, without `model` itself */
  similar: (model: SoldTrackView, most: number) => Promise<string>;
  /** All its tracks, lowest id first. */
  tracks: () => AsyncIterable<SearchedTrack>;
  close: () => Promise<void>;
};
