import { ShoppingCart } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { useBackCloses } from '#lib/layers/use-back-closes.ts';
import { useDismiss } from '#lib/layers/use-dismiss.ts';
import { IconButton } from '#ui/action/IconButton.tsx';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import styles from './Header.module.css';

const load = () => import('#features/cart/public/CartDropdown.tsx');
const CartDropdown = lazyWithRetry(async () => (await load()).CartDropdown);
const CLOSING_MS = 300;

/**
 * The cart's icon with its badge. The dropdown stays mounted for a moment after it closes, so that its closing can be seen
 * (docs/product/cart-and-wishlist.md#the-cart-dropdown).
 */
export function CartMenu({ count }: { count: number }) {
  const [state, setState] = useState<'closed' | 'open' | 'closing'>('closed');
  const area = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const open = state === 'open';
  const close = () => setState((now) => (now === 'open' ? 'closing' : now));
  useDismiss(area, open, close);
  useBackCloses(open, close);

  const [page, setPage] = useState(pathname);
  if (page !== pathname) {
    setPage(pathname);
    close();
  }

  useEffect(() => {
    if (state !== 'closing') return;
    const timer = setTimeout(() => setState('closed'), CLOSING_MS);
    return () => clearTimeout(timer);
  }, [state]);

  return (
    <div ref={area} className={styles.cartArea}>
      <IconButton
        className={styles.cartButton}
        id="cart-button"
        label={withCount('Cart', count)}
        title="Cart"
        aria-expanded={open}
        onPointerEnter={() => void load().catch(() => {})}
        onClick={() => (open ? close() : setState('open'))}
      >
        <ShoppingCart size={20} aria-hidden />
        <Count of={count} />
      </IconButton>
      {state !== 'closed' && (
        <SectionBoundary>
          <CartDropdown closing={state === 'closing'} onClose={close} />
        </SectionBoundary>
      )}
    </div>
  );
}

/** The number at the corner of an icon; nothing at zero. */
export const Count = ({ of }: { of: number }) => (of > 0 ? <span className={`mono ${styles.count}`}>{of}</span> : null);

/** The name of a control that shows a `Count`: the number is a part of it, for those who say aloud what they see. */
export const withCount = (name: string, count: number) =>
  count > 0 ? `${name}, ${count} ${count === 1 ? 'item' : 'items'}` : name;
