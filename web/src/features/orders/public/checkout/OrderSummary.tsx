import { totalsOfDraft, type AppliedCoupon, type CheckoutItem } from '../../api/checkout-rules';
import { OrderLines, OrderSums } from '../OrderLines';

/** The lines and the sum, with the same arithmetic as the server's. */
export function OrderSummary({ items, coupon }: { items: readonly CheckoutItem[]; coupon: AppliedCoupon | null }) {
  return (
    <>
      <OrderLines items={items} />
      <OrderSums sums={totalsOfDraft({ items, coupon })} discountPercent={coupon?.discount_percent ?? null} />
    </>
  );
}
