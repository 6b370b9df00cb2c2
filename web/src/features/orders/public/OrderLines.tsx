import { FEE_PERCENT, PROJECT_SURCHARGE_CENTS } from '@shop/contracts/constants';
import { Cover } from '#ui/display/Cover.tsx';
import { Money } from '#ui/display/Money.tsx';
import { RowBoundary } from '#ui/feedback/RowBoundary.tsx';
import styles from './OrderSummary.module.css';

type Line = {
  id: number;
  name: string;
  img: string;
  store_name: string;
  priceCents: number;
  project_name: string | null;
  includeProject: boolean;
  refunded?: 'project' | 'track';
};

export function OrderLines({ items }: { items: readonly Line[] }) {
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <RowBoundary key={item.id} instead={<li dir="auto">{item.name}</li>}>
          <li className={styles.item}>
            <Cover src={item.img} alt="" size={48} />
            <div className={styles.name}>
              <p dir="auto">{item.name}</p>
              <p className="muted" dir="auto">
                {item.store_name}
              </p>
              {item.includeProject && <p className="muted">{item.project_name} project</p>}
              {item.refunded && <p className="muted">{item.refunded === 'track' ? 'Refunded' : 'Project refunded'}</p>}
            </div>
            <div className={styles.amounts}>
              <Money cents={item.priceCents} />
              {item.includeProject && <Money cents={PROJECT_SURCHARGE_CENTS} />}
            </div>
          </li>
        </RowBoundary>
      ))}
    </ul>
  );
}

type Sums = { subtotalCents: number; discountCents: number; feeCents: number; totalCents: number };

/** The sums of a purchase, with cents. */
export function OrderSums({ sums, discountPercent }: { sums: Sums; discountPercent: number | null }) {
  return (
    <dl className={styles.sums}>
      <div>
        <dt>Subtotal</dt>
        <dd>
          <Money cents={sums.subtotalCents} />
        </dd>
      </div>
      <div>
        <dt>Discount{discountPercent !== null && ` (${discountPercent}%)`}</dt>
        <dd>
          <Money cents={-sums.discountCents} />
        </dd>
      </div>
      <div>
        <dt>Service fees ({FEE_PERCENT}%)</dt>
        <dd>
          <Money cents={sums.feeCents} />
        </dd>
      </div>
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>
          <Money cents={sums.totalCents} />
        </dd>
      </div>
    </dl>
  );
}
