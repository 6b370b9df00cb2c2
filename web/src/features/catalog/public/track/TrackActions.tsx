import type { ProductView } from '@shop/contracts/views';
import { Heart, Share2 } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { Button, ButtonLink } from '#ui/action/Button.tsx';
import { IconButton } from '#ui/action/IconButton.tsx';
import { useTrackActions } from '#features/lists/use-track-actions.ts';
import styles from './TrackDetails.module.css';

async function share({ id, name }: ProductView) {
  const url = new URL(paths.track(id), window.location.origin).href;
  try {
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) await navigator.share({ title: name, url });
    else {
      await navigator.clipboard.writeText(url);
      toast.success('Link copied');
    }
  } catch (error) {
    // The visitor closed the system's own sheet.
    if (!(error instanceof DOMException && error.name === 'AbortError')) toast.info(url);
  }
}

export function TrackActions({ track }: { track: ProductView }) {
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
      <IconButton label={`Share ${name}`} onClick={() => void share(track)}>
        <Share2 size={20} />
      </IconButton>
    </div>
  );
}
