import { PROJECT_SURCHARGE_CENTS } from '@shop/contracts/constants';
import type { ProductView } from '@shop/contracts/views';
import { useNavigate } from 'react-router-dom';
import { useUserId } from '../../session/session';
import { paths } from '#lib/paths.ts';
import { Button, ButtonLink } from '#ui/action/Button.tsx';
import { Money } from '#ui/display/Money.tsx';
import { cartTotalCents, checkoutState } from '../api/cart-total';
import styles from './CartFoot.module.css';

/** `chosen` are the tracks whose project is wanted too. */
export function CartFoot({ ids, products, chosen }: { ids: number[]; products: readonly ProductView[]; chosen: number[] }) {
  const navigate = useNavigate();
  const userId = useUserId();
  return (
    <div className={styles.foot}>
      <p className={styles.total}>
        <span>Total</span> <Money cents={cartTotalCents(products, chosen)} />
      </p>
      <p className="muted">
        Each track is sold once. Project files add <Money cents={PROJECT_SURCHARGE_CENTS} /> where they are offered; the service
        fee is shown at checkout.
      </p>
      <div className={styles.ways}>
        <ButtonLink to={paths.shop}>Continue Shopping</ButtonLink>
        <Button
          variant="primary"
          disabled={products.length === 0}
          onClick={() => void navigate(paths.checkout, { state: checkoutState(userId, ids, chosen) })}
        >
          Proceed to Checkout
        </Button>
      </div>
    </div>
  );
}
