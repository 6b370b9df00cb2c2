import type { ProductSearchView, ProductView } from '@shop/contracts/views';
import type { AppStore, RootState } from '#lib/hooks.ts';
import { catalogApi } from './catalog-api';

const LISTS: readonly (string | undefined)[] = ['searchTracks', 'hotTracks', 'similarTracks'];

/** The tracks in the cached answer of any list. */
function tracksIn(data: unknown): readonly ProductView[] {
  if (Array.isArray(data)) return data as ProductView[];
  const view = data as { pages?: ProductSearchView[]; products?: ProductView[] } | undefined;
  return view?.pages?.flatMap(({ products }) => products) ?? view?.products ?? [];
}

const cachedLists = (state: RootState) => Object.values(state.api.queries).filter((query) => LISTS.includes(query?.endpointName));

/** A track from any list in the cache. */
export function listedTrack(state: RootState, id: number): ProductView | undefined {
  for (const query of cachedLists(state)) {
    const match = tracksIn(query?.data).find((track) => track.id === id);
    if (match) return match;
  }
  return undefined;
}

/** Removes tracks from every list in the cache, without asking the server. */
export function unlist({ dispatch, getState }: AppStore, ids: readonly number[]): void {
  const stays = ({ id }: ProductView) => !ids.includes(id);
  const { updateQueryData } = catalogApi.util;
  for (const query of cachedLists(getState())) {
    const tracks = tracksIn(query?.data);
    if (tracks.every(stays)) continue;
    const name = query?.originalArgs as never;
    if (query?.endpointName === 'hotTracks') dispatch(updateQueryData('hotTracks', name, (list) => list.filter(stays)));
    if (query?.endpointName === 'similarTracks')
      dispatch(updateQueryData('similarTracks', name, (view) => void (view.products = view.products.filter(stays))));
    if (query?.endpointName === 'searchTracks') {
      const goneCount = tracks.filter((track) => !stays(track)).length;
      dispatch(
        updateQueryData('searchTracks', name, ({ pages }) => {
          for (const page of pages) {
            page.products = page.products.filter(stays);
            page.total -= goneCount;
            page.listed -= goneCount;
          }
        }),
      );
    }
  }
}
