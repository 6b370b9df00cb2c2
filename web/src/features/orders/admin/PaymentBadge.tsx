import type { OrderView } from '@shop/contracts/views';
import { Badge } from '#ui/display/Badge.tsx';
import { PAYMENT_NAMES } from './admin-order-words';

export const PaymentBadge = ({ state }: { state: OrderView['payment_state'] }) => (
  <Badge tone={PAYMENT_NAMES[state].tone}>{PAYMENT_NAMES[state].name}</Badge>
);
