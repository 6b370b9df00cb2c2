import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useDetails } from '../../session/details-api';
import { useUserId } from '../../session/session';
import { useAppDispatch, useAppSelector } from '#lib/hooks.ts';
import { paths } from '#lib/paths.ts';
import { Button, ButtonLink } from '#ui/action/Button.tsx';
import { Cover } from '#ui/display/Cover.tsx';
import { Money } from '#ui/display/Money.tsx';
import { removeFromCart } from '../../lists/cart-actions';
import { useListedProducts } from '../../lists/listed-products';
import { cartTotalCents, checkoutState } from '../api/cart-total';
import { selectProjectChoices } from '../api/project-choices';
import styles from './CartTray.module.css';

/**
 * The message that a track was put into the cart: with its cover, the total of the cart, and the ways on and back
 * (docs/product/cart-and-wishlist.md#adding-and-removing). Screen readers hear `text` alone. `onClose` takes the message away.
 */
export function CartTray({ id, text, onClose }: { id: number; text: string; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const userId = useUserId();
  const ids = useDetails().data?.cart.map((entry) => entry.id) ?? [];
  const { products, isFetching } = useListedProducts(ids);
  const choices = useAppSelector((state) => selectProjectChoices(state, userId)) ?? [];
  const { pathname } = useLocation();
  const isBehind = pathname === paths.cart || pathname === paths.checkout || userId === null;
  useEffect(() => {
    if (isBehind) onClose();
  }, [isBehind, onClose]);

  const undo = () => {
    onClose();
    void dispatch(removeFromCart(id));
  };
  return (
    <div className={styles.tray}>
      <Cover src={products.find((product) => product.id === id)?.img ?? ''} alt="" size={56} />
      <div className={styles.what}>
        <p className={styles.text} dir="auto">
          {text}
        </p>
        <p className={styles.total} aria-live="off">
          <span>{ids.length === 1 ? '1 track' : `${ids.length} tracks`}</span>
          {!isFetching && products.length > 0 && <Money cents={cartTotalCents(products, choices)} />}
        </p>
      </div>
      <div className={styles.ways} aria-live="off">
        <Button size="s" onClick={undo}>
          Undo
        </Button>
        {userId !== null && (
          <ButtonLink size="s" variant="primary" to={paths.checkout} state={checkoutState(userId, ids, choices)}>
            Checkout
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
