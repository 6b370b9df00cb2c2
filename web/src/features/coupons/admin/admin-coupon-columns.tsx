import { dollarsToCents, formatCents } from '@shop/contracts/pricing';
import { dateText } from '@shop/contracts/times';
import type { CouponView } from '@shop/contracts/views';
import { Badge } from '#ui/display/Badge.tsx';
import type { Column } from '#ui/table/DataTable.tsx';
import { Money } from '#ui/display/Money.tsx';
import { RowActions } from '#ui/table/RowActions.tsx';
import styles from './AdminCoupons.module.css';

type Acts = {
  mayChange: boolean;
  toggle: (coupon: CouponView) => void;
  isToggling: (id: number) => boolean;
  remove: (coupon: CouponView) => void;
};

const expiry = ({ is_forever, expiry_date }: CouponView) => (is_forever ? 'Never Expires' : dateText(expiry_date));

const limits = ({ first_order_only, once_per_buyer, min_total }: CouponView) =>
  [
    first_order_only ? 'First order' : once_per_buyer ? 'Once per buyer' : 'Everybody',
    ...(min_total === null ? [] : [`from ${formatCents(dollarsToCents(min_total))}`]),
  ].join(', ');

export const couponColumns = ({ mayChange, toggle, isToggling, remove }: Acts): Column<CouponView>[] => [
  { header: 'ID', sort: 'id', number: true, cell: ({ id }) => id },
  { header: 'Code', sort: 'code', wide: true, cell: ({ code }) => <b className={`mono ${styles.code}`}>{code}</b> },
  { header: 'Discount', sort: 'discount_percent', number: true, cell: ({ discount_percent }) => `${discount_percent}%` },
  { header: 'Expires', sort: 'expiry_date', oneLine: true, cell: expiry },
  { header: 'For', cell: limits },
  {
    header: 'Uses',
    number: true,
    cell: ({ taken_count, max_uses }) =>
      max_uses === null ? taken_count : `${taken_count} of ${max_uses.toLocaleString('en-US')}`,
    under: [{ header: 'Paid orders', cell: ({ used_count }) => used_count }],
  },
  {
    header: 'Subsidised by the house',
    number: true,
    cell: ({ subsidy }) => (subsidy > 0 ? <Money cents={dollarsToCents(subsidy)} /> : <span className="muted">–</span>),
  },
  {
    header: 'Status',
    sort: 'is_active',
    cell: ({ is_active }) => <Badge tone={is_active ? 'signal' : 'plain'}>{is_active ? 'Active' : 'Inactive'}</Badge>,
  },
  ...(mayChange
    ? [
        {
          header: 'Actions',
          cell: (coupon: CouponView) => (
            <RowActions
              what={coupon.code}
              actions={[
                {
                  text: coupon.is_active ? 'Deactivate' : 'Activate',
                  className: styles.switch,
                  busy: isToggling(coupon.id),
                  onClick: () => toggle(coupon),
                },
                { text: 'Delete', danger: true, onClick: () => remove(coupon) },
              ]}
            />
          ),
        },
      ]
    : []),
];
