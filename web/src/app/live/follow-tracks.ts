import { unlist } from '#features/catalog/api/cached-tracks.ts';
import { catalogApi } from '#features/catalog/api/catalog-api.ts';
import { missedNews } from '#features/catalog/api/missed-news.ts';
import { isListed } from '#features/player/public/playable.ts';
import { tracksGone, tracksRenewed } from '#features/player/public/player-slice.ts';
import { api } from '#lib/calls/api.ts';
import type { AppStore } from '#lib/hooks.ts';
import { followLive } from '#lib/live/follow-live.ts';
import { listedProductsApi } from '#features/lists/listed-products.ts';
import { foldAway } from './fold-away';

/**
 * An answer that was under way during a sale may still contain the track. After this time it has arrived, and the track is
 * removed once more.
 */
const LATE_ANSWERS_MS = 4_000;
/**
 * Every open cart with a track learns of its hold at the same moment. Each asks at a random time within this span, so that they
 * do not all ask together.
 */
const ASK_WITHIN_MS = 1_500;
/** For how many tracks of the player's queue a page asks, after a gap in the stream, whether they are still for sale. */
const MOST_ASKED = 400;

/**
 * Removes sold and removed tracks from the open page, and keeps the cart's notes on held tracks current.
 * @returns stop
 */
export function followTracks(store: AppStore): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const defer = (ms: number, act: () => void) => {
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
        return defer(LATE_ANSWERS_MS, () => takeOut(store, ids, kind));
      case 'held':
      case 'released':
        return defer(Math.random() * ASK_WITHIN_MS, () =>
          store.dispatch(api.util.invalidateTags(ids.map((id) => ({ type: 'Holds' as const, id })))),
        );
      case 'missed':
        // A hidden tab catches up when it is visible again.
        if (document.visibilityState === 'visible') void catchUp(store);
    }
  });
  return () => {
    stop();
    timers.forEach(clearTimeout);
  };
}

/** Removes tracks from the caches without asking the server, which may not know of the sale yet. */
function takeOut(store: AppStore, ids: readonly number[], kind: 'sold' | 'removed') {
  const { dispatch, getState } = store;
  const withoutIds = <Track extends { id: number }>(tracks: readonly Track[]) => tracks.filter(({ id }) => !ids.includes(id));

  dispatch(tracksGone([...ids]));
  unlist(store, ids);
  for (const id of ids) dispatch(catalogApi.util.updateQueryData('track', id, (track) => void (track.status = kind)));
  // selectCachedArgsForQuery would flatten arguments that are lists.
  for (const query of Object.values(getState().api.queries)) {
    if (query?.endpointName !== 'listedProducts') continue;
    const list = query.originalArgs as unknown as readonly number[];
    if (list.some((id) => ids.includes(id))) dispatch(listedProductsApi.util.updateQueryData('listedProducts', list, withoutIds));
  }
}

/**
 * After a gap in the stream, the page and the player ask for their data again, and unavailable tracks leave the player's queue. A
 * kept search is asked for again only when it is shown, so that Back still finds it.
 */
async function catchUp({ dispatch, getState }: AppStore) {
  dispatch(api.util.invalidateTags(['Products', 'Holds']));
  missedNews.happened();
  const { current, list } = getState().player;
  if (!current) return;
  const queue = [current, ...list].flatMap((track) => (isListed(track) ? track.id : [])).slice(0, MOST_ASKED);
  const fresh = await dispatch(
    listedProductsApi.endpoints.listedProducts.initiate([...new Set(queue)], { subscribe: false, forceRefetch: true }),
  );
  if (!fresh.data) return;
  dispatch(tracksRenewed(fresh.data));
  const forSale = new Set(fresh.data.map(({ id }) => id));
  dispatch(tracksGone(queue.filter((id) => !forSale.has(id))));
}
