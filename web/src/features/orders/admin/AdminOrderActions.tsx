import type { AdminOrderView } from '@shop/contracts/views';
import { useState } from 'react';
import { useMay } from '../../session/admin-role';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { canReleaseHold, canRecordPayment, canRecordRefund, canRefund, tracksToFree } from './admin-order-words';
import styles from './AdminOrder.module.css';
import { useFreeTracksMutation, useLazyAdminOrderQuery, useReleaseHoldMutation } from '../api/admin-orders-api';
import { AdminRecordPayment } from './AdminRecordPayment';
import { AdminRecordRefund } from './AdminRecordRefund';
import { AdminRefund } from './AdminRefund';
import { AdminResend } from './AdminResend';

const DIALOGS = { payment: AdminRecordPayment, refund: AdminRefund, resend: AdminResend };

/** The actions that this admin may take on an order in its present state. */
export function AdminOrderActions({ order }: { order: AdminOrderView }) {
  const [dialogName, setDialogName] = useState<keyof typeof DIALOGS | null>(null);
  const [toRefund, setToRefund] = useState<AdminOrderView | null>(null);
  const [readOrder] = useLazyAdminOrderQuery();
  const [free, { isLoading }] = useFreeTracksMutation();
  const [release, releasing] = useReleaseHoldMutation();
  const may = useMay();
  const OpenDialog = dialogName && DIALOGS[dialogName];

  async function putBackOnSale() {
    const names = tracksToFree(order)
      .map(({ name }) => `"${name}"`)
      .join(', ');
    if (!window.confirm(`Put ${names} back on sale? Anybody may buy what the buyer may have downloaded already.`)) return;
    const { error } = await free(order.id);
    if (error) toast.error(errorText(error, 'Failed to put the tracks back on sale'));
    else toast.success('The tracks are on sale again');
  }

  async function releaseHold() {
    if (!window.confirm(`End order #${order.id} now? Its tracks are free at once, and its buyer can no longer pay it.`)) return;
    const { error } = await release(order.id);
    if (error) toast.error(errorText(error, 'Failed to release the hold'));
    else toast.success('The hold is released');
  }

  /** Reads the order again before the dialog opens, because the admin sends money by it, and the money may be back already. */
  async function askForRefund() {
    const { data: now, error } = await readOrder(order.id);
    if (error) return toast.error(errorText(error, 'Failed to load the order'));
    if (now && canRecordRefund(now)) setToRefund(now);
    else toast.error(`Order #${order.id} has changed since you opened it. Please look at it again.`);
  }

  return (
    <div className={styles.actions}>
      {may('changeMoney') && canRecordPayment(order) && (
        <Button variant="primary" size="s" onClick={() => setDialogName('payment')}>
          Record payment
        </Button>
      )}
      {may('changeOrders') && order.payment_state === 'paid' && order.customer_info.email && (
        <Button size="s" onClick={() => setDialogName('resend')}>
          Resend
        </Button>
      )}
      {may('changeOrders') && canReleaseHold(order) && (
        <Button size="s" busy={releasing.isLoading} onClick={() => void releaseHold()}>
          Release hold
        </Button>
      )}
      {may('changeOrders') && tracksToFree(order).length > 0 && (
        <Button size="s" busy={isLoading} onClick={() => void putBackOnSale()}>
          Put tracks back on sale
        </Button>
      )}
      {may('changeMoney') && canRefund(order) && (
        <Button variant="danger" size="s" onClick={() => setDialogName('refund')}>
          Refund
        </Button>
      )}
      {may('changeMoney') && canRecordRefund(order) && (
        <Button variant="danger" size="s" onClick={() => void askForRefund()}>
          Record refund
        </Button>
      )}
      {OpenDialog && <OpenDialog order={order} onClose={() => setDialogName(null)} />}
      {toRefund && <AdminRecordRefund order={toRefund} onClose={() => setToRefund(null)} />}
    </div>
  );
}
