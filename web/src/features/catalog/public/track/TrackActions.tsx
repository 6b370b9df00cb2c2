import type { ProductView } from '@shop/contracts/views';
import type { ReactNode } from 'react';
import { Heart } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { Button, ButtonLink } from '#ui/action/Button.tsx';
import { IconButton } from '#ui/action/IconButton.tsx';
import { useTrackActions } from '#features/lists/use-track-actions.ts';
import styles from './TrackDetails.module.css';

/** Cart and heart; `share` is a button that may come later. */
export function TrackActions({ track, share }: { track: ProductView; share: ReactNode }) {
  const { inCart, addToCart, inWishlist, toggleWishlist } = useTrackActions();
  const { id, name } = track;
  const isWished = inWishlist(id);
  return (
    <div className={styles.actions}>
      {inCart(id) ? (
        <ButtonLink variant="primary" to={paths.cart}>
          Go to Cart
        </ButtonLink>
      ) : (
        <Button variant="primary" onClick={() => addToCart(track)}>
          <span>
            Add{' '}
            <span className="visually-hidden" dir="auto">
              {name}{' '}
            </span>
            to cart
          </span>
        </Button>
      )}
      <IconButton
        label={isWished ? `Remove ${name} from wishlist` : `Add ${name} to wishlist`}
        className={isWished ? styles.on : undefined}
        onClick={() => toggleWishlist(track)}
      >
        <Heart size={20} fill={isWished ? 'currentColor' : 'none'} />
      </IconButton>
      <span className={styles.share}>{share}</span>
    </div>
  );
}
