import type { ProductView } from '@shop/contracts/views';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { TrackCard } from '../../features/catalog/public/tracks/TrackCard';
import { TrackRow } from '../../features/catalog/public/tracks/TrackRow';
import { TrackList } from '../../features/catalog/public/tracks/TrackList';
import { TrackListHead } from '../../features/catalog/public/tracks/TrackListParts';
import type { FoundTracks } from '../../features/catalog/public/filters/find-tracks';
import type { ListView } from '../../features/catalog/public/tracks/track-list-props';
import { LiveWaveform } from '../../features/player/public/LiveWaveform';
import { queueGrew } from '../../features/player/public/player-slice';
import { usePlayer } from '../../features/player/public/use-player';
import { useAppDispatch, useAppSelector } from '../../lib/hooks';
import { useTrackActions } from '../../features/lists/use-track-actions';

/** This many tracks are in sight before anybody scrolls; the covers of the others load later. */
const IN_SIGHT = 7;
/** The player asks for more of a long result when it is this close to the end of what is loaded. */
const NEAR_END = 3;

/** The found tracks, with all actions on them. */
export function ShopTracks({ found, view }: { found: FoundTracks; view: ListView }) {
  const { name, tracks: products, at, total, more } = found;
  const inSight = useMemo(() => new Set(at === 0 ? products.slice(0, IN_SIGHT) : []), [at, products]);
  const player = usePlayer();
  useGrowingQueue(found);
  const actions = useTrackActions();
  const Product = view === 'covers' ? TrackCard : TrackRow;
  const { play, pause, current, playing } = player;
  const playingId = current && !current.demo && playing ? current.id : null;
  const onPlay = useCallback(
    (product: ProductView) => (product.id === playingId ? pause(product) : play(product, products, { listName: name })),
    [playingId, pause, play, products, name],
  );
  const onSeek = useCallback(
    (product: ProductView, from: number) => play(product, products, { from, listName: name }),
    [play, products, name],
  );

  return (
    <>
      {view === 'rows' && <TrackListHead />}
      <TrackList name={name} products={products} at={at} total={total} more={more} view={view}>
        {(product, place) => (
          <Product
            key={product.id}
            product={product}
            place={place}
            places={total}
            eager={inSight.has(product)}
            current={player.isCurrent(product)}
            playing={player.isPlaying(product)}
            onPlay={onPlay}
            onSeek={onSeek}
            waveform={player.isCurrent(product) ? <LiveWaveform wave={product.wave} duration={product.duration} /> : undefined}
            inCart={actions.inCart(product.id)}
            onCart={actions.addToCart}
            inWishlist={actions.inWishlist(product.id)}
            onWishlist={actions.toggleWishlist}
          />
        )}
      </TrackList>
    </>
  );
}

/** Lets the player's queue grow with the result, while it plays from it. */
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
