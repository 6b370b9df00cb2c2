import type { ProductSearchView, ProductView } from '@shop/contracts/views';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { OLD_AFTER_S, useSearchTracksInfiniteQuery } from '../../api/catalog-api';
import { useSearchCountsQuery } from '../../api/search-counts-api';
import { useFreshAfterMissedNews } from '../../api/missed-news';
import { searchOf } from './filter-params';
import type { MoreTracks } from '../tracks/track-list-props';
import type { Facet, Filters, Option } from './filters';

/** A slider and a typed word change at each step. The server is asked once they have not changed for so many milliseconds. */
const REST_MS = 120;
const NOTHING: ProductView[] = [];
export const NO_OPTIONS: Record<Facet, Option[]> = { categories: [], keys: [], types: [], extras: [] };

/** The tracks that fit the filters. Of a long result, `tracks` is the loaded part, which begins at the position `at`. */
export type FoundTracks = {
  /** The name of the search. While it stays the same, `tracks` only grows or moves on. */
  name: string;
  state: { data?: true; error?: unknown; isFetching: boolean; refetch: () => unknown };
  tracks: readonly ProductView[];
  at: number;
  /** The number of tracks found; `listed` is the number of tracks for sale. */
  total: number;
  listed: number;
  /** The track that `filters.mixes` names, while it is for sale. */
  mixed: { name: string } | undefined;
  options: Record<Facet, Option[]>;
  more: MoreTracks;
};

/** Has the server search the tracks that fit the filters (docs/product/catalogue.md#a-large-catalogue). */
export function useFoundTracks(filters: Filters): FoundTracks {
  const appliedFilters = useDeferredValue(filters); // so that a slider stays smooth while a long list is redrawn
  const search = useRested(searchOf(appliedFilters));
  const goesBack = useNavigationType() === NavigationType.Pop;
  const pages = useSearchTracksInfiniteQuery(search, {
    refetchOnMountOrArgChange: !goesBack && OLD_AFTER_S,
  });
  const isOld = useFreshAfterMissedNews(pages);

  // While another search loads, the tracks of the last one stay, and so does its name.
  const [shownSearch, setShownSearch] = useState(search);
  if (pages.currentData && shownSearch !== search) setShownSearch(search);
  const result = useResult(search, pages.data?.pages, pages.currentData !== undefined);
  const { data, currentData, error, isFetching, refetch } = pages;
  const busy = isFetching || isOld;
  // The last result stays while the next one loads, but not when loading fails.
  const hasFailed = error !== undefined && !currentData && !isFetching;
  return {
    ...result,
    name: shownSearch,
    state: { ...(data && !hasFailed && { data: true }), error, isFetching, refetch },
    more: {
      isFetching,
      error,
      ...(currentData && pages.hasNextPage && { next: () => !busy && void pages.fetchNextPage() }),
      ...(currentData && pages.hasPreviousPage && { previous: () => !busy && void pages.fetchPreviousPage() }),
    },
  };
}

/** The results of a search from its loaded pages. While the next search loads, the last counts stay. */
function useResult(search: string, pages: readonly ProductSearchView[] | undefined, arePagesOfIt: boolean) {
  const first = pages?.[0];
  const isFirstGone = arePagesOfIt && first !== undefined && first.from > 0;
  const counts = useSearchCountsQuery(search, { skip: !isFirstGone }).currentData ?? first?.facets ?? null;
  const [facets, setFacets] = useState(counts);
  if (counts && counts !== facets) setFacets(counts);
  const tracks = useMemo(() => withoutTwice(pages?.flatMap(({ products }) => products) ?? NOTHING), [pages]);
  const options = useMemo(
    () => (facets ? { categories: facets.genre, keys: facets.key, types: facets.type, extras: facets.with ?? [] } : NO_OPTIONS),
    [facets],
  );
  const last = pages?.at(-1);
  return {
    tracks,
    at: first?.from ?? 0,
    total: last?.total ?? 0,
    listed: last?.listed ?? 0,
    mixed: last?.mixed ?? undefined,
    options,
  };
}

/** Removes tracks that come twice: when its price or plays changed, a track may come again on a later page. */
const withoutTwice = (tracks: readonly ProductView[]) => [...new Map(tracks.map((track) => [track.id, track])).values()];

/** A text that follows `text` once that has not changed for a while. The first text counts at once. */
function useRested(text: string): string {
  const [restedText, setRestedText] = useState(text);
  useEffect(() => {
    if (text === restedText) return;
    const timer = window.setTimeout(() => setRestedText(text), REST_MS);
    return () => window.clearTimeout(timer);
  }, [text, restedText]);
  return restedText;
}
