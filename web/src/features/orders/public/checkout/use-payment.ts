import type { OrderView } from '@shop/contracts/views';
import { useRef } from 'react';
import { useAppDispatch } from '#lib/hooks.ts';
import { toast } from '#lib/toast.ts';
import { missingFields, type Draft } from '../../api/checkout-rules';
import { capturePayment, createPaypalOrder, placeOrder, approvedPayment } from './payment-calls';
import { usePaymentStage } from './use-payment-stage';

// PayPal passes on only the text of the error that createOrder threw. This text marks an error that the buyer knows already.
const ALREADY_SAID = 'checkout: already said';
const CLOSED_WINDOW = /(window|popup).*clos|clos.*(window|popup)/i;

/** Whether the draft has everything that an order needs. If not, a toast names the missing fields. */
function isComplete({ customer }: Draft): boolean {
  const missing = missingFields(customer);
  if (missing.length > 0) toast.error(`Please fill in all required fields: ${missing.join(', ')}`);
  return missing.length === 0;
}

const idsOf = (tracks: readonly { id: number }[]) => tracks.map(({ id }) => id);

/**
 * The steps from the filled form to the paid order: create, capture, and every way out of them
 * (docs/product/checkout.md#paying-with-paypal).
 */
export function usePayment(draft: Draft, onBought: (productIds: number[]) => void) {
  const dispatch = useAppDispatch();
  const createdOrder = useRef<{ orderId: number; productIds: number[] } | null>(null);
  const { stage, setStage, notice, setNotice, refuse, finish } = usePaymentStage(() =>
    onBought(createdOrder.current?.productIds ?? []),
  );

  async function createOrder(): Promise<string> {
    if (!isComplete(draft)) throw new Error(ALREADY_SAID);
    setNotice(null);
    try {
      const answer = await dispatch(createPaypalOrder(draft));
      createdOrder.current = { orderId: answer.orderId, productIds: idsOf(draft.items) };
      return answer.id;
    } catch (error) {
      refuse(error, 'Failed to create PayPal order');
      throw new Error(ALREADY_SAID, { cause: error });
    }
  }

  const capture = (orderID: string) =>
    dispatch(capturePayment({ orderID, userId: draft.userId, orderId: createdOrder.current?.orderId }));

  async function onApprove({ orderID }: { orderID: string }, actions: { restart: () => void }) {
    if (createdOrder.current) approvedPayment.keep({ userId: draft.userId, orderID, ...createdOrder.current });
    setStage({ at: 'capturing' });
    const answer = await capture(orderID);
    if (answer.kind !== 'pending' && answer.kind !== 'unknown') return finish(answer, actions.restart);

    const isReached = answer.kind === 'pending';
    const orderId = isReached ? answer.orderId : createdOrder.current?.orderId;
    if (orderId === undefined) return finish({ kind: 'refused', error: null });
    setStage({ at: 'confirming', orderId, reached: isReached, captureAgain: () => capture(orderID) });
  }

  function onError(error: unknown) {
    const text = error instanceof Error ? error.message : String(error);
    if (text.includes(ALREADY_SAID) || CLOSED_WINDOW.test(text)) return;
    setNotice({ text: 'Payment error. Please try another method.' });
  }

  async function arrange() {
    if (!isComplete(draft)) return;
    setNotice(null);
    setStage({ at: 'capturing' });
    try {
      const { orderId, totals } = await dispatch(placeOrder(draft));
      setStage({ at: 'arranged', orderId, totals });
      onBought(idsOf(draft.items));
    } catch (error) {
      refuse(error, 'Failed to place order');
    }
  }

  /** Resumes the open payment of a buyer who left the page or was logged out: that of an order, or one that is only approved. */
  function resume(order: OrderView | null) {
    const payment = order ? null : approvedPayment.of(draft.userId);
    if (order) {
      const { id: orderId, products, payment_state: state } = order;
      createdOrder.current = { orderId, productIds: idsOf(products) };
      setStage(state === 'review' ? { at: 'review', orderId } : { at: 'confirming', orderId, reached: true });
    } else if (payment) {
      const { orderID, orderId, productIds } = payment;
      createdOrder.current = { orderId, productIds };
      setStage({ at: 'confirming', orderId, reached: false, captureAgain: () => capture(orderID) });
    }
  }

  return { stage, notice, setNotice, createOrder, onApprove, onError, arrange, finish, resume };
}
