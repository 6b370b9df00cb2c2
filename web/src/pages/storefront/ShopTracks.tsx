import { useEffect, useMemo, useRef } from 'react';
import { TrackCard } from '#features/catalog/public/tracks/TrackCard.tsx';
import { TrackRow } from '#features/catalog/public/tracks/TrackRow.tsx';
import { TrackList } from '#features/catalog/public/tracks/TrackList.tsx';
import { TrackListHead } from '#features/catalog/public/tracks/TrackListParts.tsx';
import type { FoundTracks } from '#features/catalog/public/filters/find-tracks.ts';
import type { ListView } from '#features/catalog/public/tracks/track-list-props.ts';
import { queueGrew } from '#features/player/public/player-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/hooks.ts';
import { useTrackProps } from '../parts/use-track-props';

/** So many tracks are in sight before the visitor scrolls; the covers of the others load later. */
const IN_SIGHT = 7;
/** The player asks for more of a long result when it is so close to the end of the loaded part. */
const NEAR_END = 3;

export function ShopTracks({ found, view }: { found: FoundTracks; view: ListView }) {
  const { name, tracks: products, at, total, more } = found;
  const inSight = useMemo(() => new Set(at === 0 ? products.slice(0, IN_SIGHT) : []), [at, products]);
  const trackProps = useTrackProps(products, name);
  useGrowingQueue(found);
  const Product = view === 'covers' ? TrackCard : TrackRow;

  return (
    <>
      {view === 'rows' && <TrackListHead />}
      <TrackList name={name} products={products} at={at} total={total} more={more} view={view}>
        {(product, place) => (
          <Product key={product.id} {...trackProps(product)} place={place} places={total} eager={inSight.has(product)} />
        )}
      </TrackList>
    </>
  );
}

/** Extends the player's queue with the result that it plays from. */
function useGrowingQueue({ name, tracks, more }: FoundTracks) {
  const dispatch = useAppDispatch();
  const currentId = useAppSelector(({ player }) => (player.listName === name ? player.current?.id : undefined));
  const loadMore = useRef(more.next);
  useEffect(() => {
    loadMore.current = more.next;
  });
  useEffect(() => {
    if (currentId === undefined) return;
    dispatch(queueGrew({ list: tracks, listName: name }));
    const place = tracks.findIndex(({ id }) => id === currentId);
    if (place >= 0 && place >= tracks.length - NEAR_END) loadMore.current?.();
  }, [dispatch, name, tracks, currentId]);
}
