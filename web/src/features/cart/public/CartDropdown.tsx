import { X } from 'lucide-react';
import { useDetails } from '../../session/details-api';
import { useUserId } from '../../session/session';
import { useAppDispatch } from '#lib/hooks.ts';
import { useListedProducts } from '../../lists/listed-products';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { ClippedText } from '#ui/display/ClippedText.tsx';
import { Cover } from '#ui/display/Cover.tsx';
import { IconButton } from '#ui/action/IconButton.tsx';
import { Money } from '#ui/display/Money.tsx';
import { RowBoundary } from '#ui/feedback/RowBoundary.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { removeFromCart } from '../../lists/cart-actions';
import styles from './CartDropdown.module.css';
import { useGoneTrackQuery } from '../api/gone-track-api';

/** A short view of the cart below its icon. The parent opens and closes it. */
export function CartDropdown({ closing, onClose }: { closing: boolean; onClose: () => void }) {
  const details = useDetails();
  const isKnown = useUserId() === null || details.data !== undefined;
  const ids = details.data?.cart.map(({ id }) => id) ?? [];
  const { products, gone, ...listed } = useListedProducts(ids);
  const { ready, error, refetch } = isKnown ? listed : { ...details, ready: false };

  return (
    <div className={styles.dropdown} data-closing={closing || undefined} role="region" aria-label="Cart">
      {isKnown && ids.length === 0 && <p className={styles.message}>Your cart is empty</p>}
      {!ready && !error && (
        <div className={styles.message} aria-busy>
          <Skeleton height="48px" />
        </div>
      )}
      {!ready && error && (
        <p className={styles.message} role="alert">
          The cart could not be loaded.{' '}
          <button type="button" className={styles.retry} onClick={() => void refetch()}>
            Retry
          </button>
        </p>
      )}
      <ul className={styles.items}>
        {products.map((product) => (
          <RowBoundary key={product.id} instead={<li dir="auto">{product.name}</li>}>
            <li className={styles.item}>
              <Cover src={product.img} alt="" size={48} />
              <div className={styles.name}>
                <ClippedText as="p">{product.name}</ClippedText>
                {product.category && (
                  <ClippedText as="p" className="muted">
                    {product.category}
                  </ClippedText>
                )}
              </div>
              <Money dollars={product.price} whole />
              <RemoveButton id={product.id} name={product.name} />
            </li>
          </RowBoundary>
        ))}
        {gone.map((id) => (
          <GoneEntry key={id} id={id} />
        ))}
      </ul>
      {ids.length > 0 && (
        <ButtonLink variant="primary" block to={paths.cart} onClick={onClose}>
          Go to Cart
        </ButtonLink>
      )}
    </div>
  );
}

function RemoveButton({ id, name }: { id: number; name: string }) {
  const dispatch = useAppDispatch();
  return (
    <IconButton size="s" label={`Remove ${name} from cart`} onClick={() => void dispatch(removeFromCart(id))}>
      <X size={16} />
    </IconButton>
  );
}

function GoneEntry({ id }: { id: number }) {
  const name = useGoneTrackQuery(id).data?.name || 'A track';
  return (
    <li className={styles.item}>
      <Cover src="" alt="" size={48} />
      <div className={styles.name}>
        <ClippedText as="p" className="muted">
          {name}
        </ClippedText>
        <p className={styles.gone}>No longer available</p>
      </div>
      <span />
      <RemoveButton id={id} name={name} />
    </li>
  );
}
