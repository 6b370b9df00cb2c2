import { Blend, Heart, ShoppingCart } from 'lucide-react';
import type { ProductView } from '@shop/contracts/views';
import { Link } from 'react-router-dom';
import { cx } from '#lib/cx.ts';
import { paths } from '#lib/paths.ts';
import { IconButton } from '#ui/action/IconButton.tsx';
import { PlayButton } from '#ui/action/PlayButton.tsx';
import styles from './Track.module.css';

type Play = { product: { name: string }; playing: boolean; onPlay: () => void; className?: string };

export const PlayTrack = ({ product, playing, onPlay, className }: Play) => (
  <PlayButton name={product.name} playing={playing} filled className={cx(styles.play, className)} onClick={onPlay} />
);

/** A link to the tracks that can be mixed with this one. */
export const MixesWith = ({ id, name }: { id: number; name: string }) => (
  <Link className={styles.mixes} to={paths.mixesWith(id)} aria-label={`Mixes with ${name}`} title={`Mixes with ${name}`}>
    <Blend size={20} />
  </Link>
);

export type TrackHandlers = {
  inCart: boolean;
  onCart: (product: ProductView) => void;
  inWishlist: boolean;
  onWishlist: (product: ProductView) => void;
};

/** Heart and cart (docs/product/screens.md#names-of-controls). */
export function ListButtons({ product, inCart, onCart, inWishlist, onWishlist }: TrackHandlers & { product: ProductView }) {
  return (
    <div className={styles.buttons}>
      <IconButton
        label={inWishlist ? `Remove ${product.name} from wishlist` : `Add ${product.name} to wishlist`}
        className={inWishlist ? styles.on : undefined}
        onClick={() => onWishlist(product)}
      >
        <Heart size={20} fill={inWishlist ? 'currentColor' : 'none'} />
      </IconButton>
      <IconButton
        label={`Add ${product.name} to cart`}
        className={inCart ? styles.on : undefined}
        onClick={() => onCart(product)}
      >
        <ShoppingCart size={20} fill={inCart ? 'currentColor' : 'none'} />
      </IconButton>
    </div>
  );
}
