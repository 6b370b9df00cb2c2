import type { ProductView } from '@shop/contracts/views';
import { useCallback } from 'react';
import { ProductCard } from '../../features/catalog/public/tracks/ProductCard';
import { ProductRow } from '../../features/catalog/public/tracks/ProductRow';
import { TrackList } from '../../features/catalog/public/tracks/TrackList';
import { TrackListHead } from '../../features/catalog/public/tracks/TrackListParts';
import type { ListView } from '../../features/catalog/public/filters/use-filters';
import { LiveWaveform } from '../../features/player/public/LiveWaveform';
import { usePlayer } from '../../features/player/public/use-player';
import { useProductActions } from '../parts/use-product-actions';

/** The found tracks, with all actions on them. */
export function ShopTracks({ products, view }: { products: readonly ProductView[]; view: ListView }) {
  const player = usePlayer();
  const actions = useProductActions();
  const Product = view === 'covers' ? ProductCard : ProductRow;
  const { play, pause, current, playing } = player;
  const playingId = current && !current.demo && playing ? current.id : null;
  const onPlay = useCallback(
    (product: ProductView) => (product.id === playingId ? pause(product) : play(product, products)),
    [playingId, pause, play, products],
  );
  const onSeek = useCallback((product: ProductView, part: number) => play(product, products, part), [play, products]);

  return (
    <>
      {view === 'rows' && <TrackListHead />}
      <TrackList products={products} view={view}>
        {(product) => (
          <Product
            key={product.id}
            product={product}
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
