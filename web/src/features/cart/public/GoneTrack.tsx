import { X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { ClippedText } from '#ui/display/ClippedText.tsx';
import { Cover } from '#ui/display/Cover.tsx';
import { IconButton } from '#ui/action/IconButton.tsx';
import styles from './CartLine.module.css';
import { useGoneTrackQuery } from '../api/gone-track-api';

/**
 * A sold or removed track that is still on the list. Its only action is to take it off the list
 * (docs/product/cart-and-wishlist.md#the-cart-page). The page of a sold track leads to similar ones.
 */
export function GoneTrack({ id, from, onRemove }: { id: number; from: 'cart' | 'wishlist'; onRemove: (id: number) => void }) {
  const { data } = useGoneTrackQuery(id);
  const name = data?.name || 'A track';
  return (
    <article className={styles.line} aria-label={name}>
      <span className={styles.dim}>
        <Cover src={data?.img ?? ''} alt="" size={64} />
      </span>
      <div className={styles.what}>
        <ClippedText as="h3" className="muted">
          {data?.name ? <Link to={paths.track(id)}>{name}</Link> : name}
        </ClippedText>
        <p className={styles.gone}>No longer available</p>
      </div>
      <IconButton className={styles.remove} label={`Remove ${name} from ${from}`} onClick={() => onRemove(id)}>
        <X size={20} />
      </IconButton>
    </article>
  );
}
