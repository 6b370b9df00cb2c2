import { dollarsToCents } from '@shop/contracts/pricing';
import type { AdminOrderItemView, AdminOrderView } from '@shop/contracts/views';
import { Badge } from '#ui/display/Badge.tsx';
import { Cover } from '#ui/display/Cover.tsx';
import { DataTable, type Column } from '#ui/table/DataTable.tsx';
import { Money } from '#ui/display/Money.tsx';
import styles from './AdminOrder.module.css';
import { OrderSums } from '../public/OrderLines';

const CLAIMS: Record<AdminOrderItemView['claim'], { text: string; tone: 'plain' | 'signal' | 'warm' }> = {
  sold: { text: 'Sold', tone: 'signal' },
  reserved: { text: 'Held', tone: 'plain' },
  free: { text: 'On sale', tone: 'plain' },
  elsewhere: { text: 'Another order', tone: 'warm' },
};

const columnsOf = (isRefunded: boolean): Column<AdminOrderItemView>[] => [
  { header: 'Track', wide: true, cell: (item) => <Track item={item} /> },
  { header: 'Price', number: true, cell: ({ price }) => <Money cents={dollarsToCents(price)} /> },
  {
    header: 'Project',
    number: true,
    cell: ({ includeProject, project_price }) =>
      includeProject ? <Money cents={dollarsToCents(project_price)} /> : <span className="muted">–</span>,
  },
  {
    header: 'Discount',
    number: true,
    cell: ({ discount }) => (discount > 0 ? <Money cents={-dollarsToCents(discount)} /> : <span className="muted">–</span>),
  },
  { header: 'Sum', number: true, cell: ({ paid }) => <Money cents={dollarsToCents(paid)} /> },
  {
    header: 'Downloads',
    number: true,
    cell: ({ downloads, project_downloads, includeProject }) =>
      includeProject ? `${downloads} + ${project_downloads} project` : downloads,
  },
  {
    header: 'Track is',
    cell: ({ claim }) =>
      isRefunded && claim === 'sold' ? (
        <Badge tone="warm">Off sale</Badge>
      ) : (
        <Badge tone={CLAIMS[claim].tone}>{CLAIMS[claim].text}</Badge>
      ),
  },
];

/** The tracks as they were bought, the downloads of each file, the present holder of each track, and the sums. */
export function AdminOrderItems({ order }: { order: AdminOrderView }) {
  const sums = {
    subtotalCents: dollarsToCents(order.subtotal),
    discountCents: dollarsToCents(order.discount_amount),
    feeCents: dollarsToCents(order.fee_amount),
    totalCents: dollarsToCents(order.total_price),
  };
  return (
    <section aria-label="Items">
      <DataTable caption="Items" columns={columnsOf(order.payment_state === 'refunded')} rows={order.products} empty="No items" />
      <div className={styles.sums}>
        <OrderSums sums={sums} discountPercent={order.coupon_discount} />
      </div>
    </section>
  );
}

const Track = ({ item }: { item: AdminOrderItemView }) => (
  <span className={styles.track}>
    <Cover src={item.img} alt="" size={40} />
    <span>
      <b dir="auto">{item.name}</b>
      <span className="muted">
        <bdi>{item.store_name}</bdi>
        {` · ${item.category}${item.includeProject ? ` · with ${item.project_name} project` : ''}`}
      </span>
    </span>
  </span>
);
