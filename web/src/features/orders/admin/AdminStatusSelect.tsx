import { ORDER_STATUSES, type OrderStatus } from '@shop/contracts/constants';
import { useMay } from '../../session/admin-role';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { StatusSelect } from '#ui/table/StatusSelect.tsx';
import { STATUS_NAMES } from './admin-order-words';
import { useSetOrderStatusMutation } from '../api/admin-orders-api';

const TONES: Partial<Record<OrderStatus, 'signal' | 'warm'>> = { completed: 'signal', cancelled: 'warm' };

/** Sets the status of an order, for admins who may. After a refusal it shows the old status and the reason. */
export function AdminStatusSelect({ order }: { order: { id: number; status: OrderStatus } }) {
  const [save, { isLoading }] = useSetOrderStatusMutation();
  const may = useMay();

  async function set(status: OrderStatus) {
    // An arrow key chooses at once, and a freed track may be sold to somebody else.
    if (status === 'cancelled' && !window.confirm(`Cancel order #${order.id}? If it is not paid, its tracks are free at once.`))
      return;
    const { error } = await save({ id: order.id, status });
    if (error) toast.error(errorText(error, 'Failed to update order status'));
    else toast.success('Status updated');
  }

  return (
    <StatusSelect
      label={`Status of order ${order.id}`}
      value={order.status}
      statuses={ORDER_STATUSES}
      names={STATUS_NAMES}
      tone={TONES[order.status]}
      mayChange={may('changeOrders')}
      busy={isLoading}
      onChange={(status) => void set(status)}
    />
  );
}
