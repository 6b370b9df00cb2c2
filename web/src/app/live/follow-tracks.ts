import { catalogApi } from '../../features/catalog/catalogApi';
import { tracksGone } from '../../features/player/playerSlice';
import { api } from '../../lib/api';
import { followLive } from '../../lib/live/follow-live';
import { listedProductsApi } from '../../lib/listed-products';
import type { makeStore } from '../store';
import { foldAway } from './fold-away';

type Store = ReturnType<typeof makeStore>;

/** An answer that was on its way when a track was sold may be older than the sale; by now it has come, and the next is right. */
const LATE_ANSWERS_MS = 4_000;
/** All carts with the track learn of its hold at once; they need not all ask at once. */
const ASK_WITHIN_MS = 1_500;

/** Takes sold and removed tracks out of the open page, and keeps the cart's notes on held ones right. → stop */
export function followTracks(store: Store): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const soon = (ms: number, act: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  };

  const stop = followLive(({ kind, ids }) => {
    switch (kind) {
      case 'sold':
      case 'removed':
        void foldAway(ids, () => takeOut(store, ids, kind));
        return soon(LATE_ANSWERS_MS, () => takeOut(store, ids, kind));
      case 'held':
      case 'released':
        return soon(Math.random() * ASK_WITHIN_MS, () =>
          store.dispatch(api.util.invalidateTags(ids.map((id) => ({ type: 'Holds' as const, id })))),
        );
      case 'missed':
        // a hidden tab looks when it is looked at
        if (document.visibilityState === 'visible') void catchUp(store);
    }
  });
  return () => {
    stop();
    timers.forEach(clearTimeout);
  };
}

/** Nobody asks the server: it would answer with what is known already, and a moment too early perhaps not even that. */
function takeOut({ dispatch, getState }: Store, ids: readonly number[], kind: 'sold' | 'removed') {
  const left = <Track extends { id: number }>(tracks: readonly Track[]) => tracks.filter(({ id }) => !ids.includes(id));
  const has = (tracks: readonly { id: number }[] | undefined) => tracks?.some(({ id }) => ids.includes(id)) ?? false;

  dispatch(tracksGone([...ids]));
  if (has(catalogApi.endpoints.products.select()(getState()).data))
    dispatch(catalogApi.util.updateQueryData('products', undefined, left));
  for (const id of ids) dispatch(catalogApi.util.updateQueryData('track', id, (track) => void (track.status = kind)));
  // not by selectCachedArgsForQuery, which flattens arguments that are lists
  for (const query of Object.values(getState().api.queries)) {
    if (query?.endpointName !== 'listedProducts') continue;
    const list = query.originalArgs as unknown as readonly number[];
    if (list.some((id) => ids.includes(id))) dispatch(listedProductsApi.util.updateQueryData('listedProducts', list, left));
  }
}

/** After an absence: what is on the page is asked for again, and what the player would go on with is held against the list. */
async function catchUp({ dispatch, getState }: Store) {
  dispatch(api.util.invalidateTags(['Products', 'Holds']));
  if (!getState().player.current) return;
  const fresh = await dispatch(catalogApi.endpoints.products.initiate(undefined, { subscribe: false, forceRefetch: true }));
  if (!fresh.data) return;
  const forSale = new Set(fresh.data.map(({ id }) => id));
  const { current, list } = getState().player;
  dispatch(tracksGone([...list, ...(current ? [current] : [])].map(({ id }) => id).filter((id) => !forSale.has(id))));
}
