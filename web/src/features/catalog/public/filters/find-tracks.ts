import { WHOLE_LIST_MAX } from '@shop/contracts/constants';
import type { ProductSearchView, ProductView } from '@shop/contracts/views';
import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { persistently } from '../../../../lib/loading/persistently';
import { useAppSelector } from '../../../../lib/hooks';
import { useAtRest } from '../../../../lib/use-at-rest';
import { catalogApi, OLD_AFTER_S, useProductsQuery, useSearchTracksInfiniteQuery } from '../../api/catalog-api';
import { useSearchCountsQuery } from '../../api/search-counts-api';
import { useFreshAfterMissedNews } from '../../api/use-fresh-after-missed-news';
import { searchOf } from './filter-params';
import type { MoreTracks } from '../tracks/track-list-props';
import type { Facet, Filters, Option } from './filters';

/** A slider and a typed word change at each step. The server is asked once they have not changed for so many milliseconds. */
const REST_MS = 120;
const NOTHING: ProductView[] = [];
type FilterHere = typeof import('./filter-here');
export const NO_OPTIONS: Record<Facet, Option[]> = { categories: [], keys: [], types: [] };

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

/**
 * Finds the tracks that fit the filters. The server searches at first. The browser of a small shop loads the whole list once the
 * page is at rest, and then filters it itself (docs/product/catalogue.md#a-large-catalogue).
 */
export function useFoundTracks(filters: Filters): FoundTracks {
  const applied = useDeferredValue(filters); // so that a slider stays smooth while a long list is redrawn
  const inCache = useAppSelector((state) => catalogApi.endpoints.products.select()(state).data !== undefined);
  const [small, setSmall] = useState(inCache);
  const atRest = useAtRest();
  const { here, isComing } = useHere(small && atRest, applied);
  const name = searchOf(applied);
  const asked = useRested(name);
  const goesBack = useNavigationType() === NavigationType.Pop;
  const pages = useSearchTracksInfiniteQuery(asked, {
    skip: here !== undefined,
    refetchOnMountOrArgChange: !goesBack && OLD_AFTER_S,
  });
  const isOld = useFreshAfterMissedNews(pages, here === undefined);
  const first = pages.data?.pages[0];
  if (!small && first && first.listed <= WHOLE_LIST_MAX) setSmall(true);

  // While another search loads, the tracks of the last one stay, and so does its name.
  const [shown, setShown] = useState(asked);
  if (pages.currentData && shown !== asked) setShown(asked);
  const there = useRemote(asked, pages.data?.pages, pages.currentData !== undefined);
  if (here) {
    const { refetch, ...found } = here;
    return { ...found, name, state: { data: true, isFetching: false, refetch }, at: 0, more: { isFetching: false } };
  }
  const { data, currentData, error, isFetching, refetch } = pages;
  const busy = isFetching || isComing || isOld; // the whole list has the next page as well
  // The last result stays while the next one loads, but not when loading fails.
  const failed = error !== undefined && !currentData && !isFetching;
  return {
    ...there,
    name: shown,
    state: { ...(data && !failed && { data: true }), error, isFetching, refetch },
    more: {
      isFetching,
      error,
      ...(currentData && pages.hasNextPage && { next: () => !busy && void pages.fetchNextPage() }),
      ...(currentData && pages.hasPreviousPage && { previous: () => !busy && void pages.fetchPreviousPage() }),
    },
  };
}

/**
 * Filters the whole list of a small shop. `here` is undefined until that list and its code have loaded; without them the server
 * goes on searching.
 */
function useHere(small: boolean, filters: Filters) {
  const { data, isError, refetch } = useProductsQuery(undefined, { skip: !small });
  const whole = useDeferredValue(data); // nothing waits for it: the server's result is shown
  const [isLost, setLost] = useState(false);
  const [here, setHere] = useState<FilterHere | null>(null);
  useEffect(() => {
    if (!small) return;
    void persistently(() => import('./filter-here')).then(
      (code) => startTransition(() => setHere(code)),
      () => setLost(true),
    );
  }, [small]);
  const list = useMemo(() => here && whole && here.wholeList(whole), [here, whole]);
  const found = useMemo(() => here && list && here.filterHere(list, filters), [here, list, filters]);
  return { here: found ? { ...found, refetch } : undefined, isComing: small && !isError && !isLost };
}

/** The results of a search from its loaded pages. While the next search loads, the last counts stay. */
function useRemote(asked: string, pages: readonly ProductSearchView[] | undefined, arePagesOfIt: boolean) {
  const first = pages?.[0];
  const isFirstGone = arePagesOfIt && first !== undefined && first.from > 0;
  const counted = useSearchCountsQuery(asked, { skip: !isFirstGone }).currentData ?? first?.facets ?? null;
  const [facets, setFacets] = useState(counted);
  if (counted && counted !== facets) setFacets(counted);
  const tracks = useMemo(() => withoutTwice(pages?.flatMap(({ products }) => products) ?? NOTHING), [pages]);
  const options = useMemo(
    () => (facets ? { categories: facets.genre, keys: facets.key, types: facets.type } : NO_OPTIONS),
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
  const [rested, setRested] = useState(text);
  useEffect(() => {
    if (text === rested) return;
    const timer = window.setTimeout(() => setRested(text), REST_MS);
    return () => window.clearTimeout(timer);
  }, [text, rested]);
  return rested;
}
