import { FEE_PERCENT, PROJECT_SURCHARGE_CENTS } from '@shop/contracts/constants';
import type { CouponCheckView } from '@shop/contracts/views';
import { Cover } from '../../ui/Cover';
import { Money } from '../../ui/Money';
import { totalsOfDraft, type CheckoutItem } from './checkout-rules';
import styles from './OrderSummary.module.css';

/** The lines and the sum, by the same arithmetic as the server's and with cents (decision 22). */
export function OrderSummary({ items, coupon }: { items: readonly CheckoutItem[]; coupon: CouponCheckView | null }) {
  const totals = totalsOfDraft({ items, coupon });
  return (
    <>
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={item.id} className={styles.item}>
            <Cover src={item.img} alt="" size={48} />
            <div className={styles.name}>
              <p>{item.name}</p>
              <p className="muted">{item.store_name}</p>
              {item.includeProject && <p className="muted">{item.project_name} project</p>}
            </div>
            <div className={styles.amounts}>
              <Money cents={item.priceCents} />
              {item.includeProject && <Money cents={PROJECT_SURCHARGE_CENTS} />}
            </div>
          </li>
        ))}
      </ul>
      <dl className={styles.sums}>
        <div>
          <dt>Subtotal</dt>
          <dd>
            <Money cents={totals.subtotalCents} />
          </dd>
        </div>
        <div>
          <dt>Discount{coupon && ` (${coupon.discount_percent}%)`}</dt>
          <dd>
            <Money cents={-totals.discountCents} />
          </dd>
        </div>
        <div>
          <dt>Service fees ({FEE_PERCENT}%)</dt>
          <dd>
            <Money cents={totals.feeCents} />
          </dd>
        </div>
        <div className={styles.total}>
          <dt>Total</dt>
          <dd>
            <Money cents={totals.totalCents} />
          </dd>
        </div>
      </dl>
    </>
  );
}
