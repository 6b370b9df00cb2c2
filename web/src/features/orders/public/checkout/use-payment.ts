import type { CheckoutConflictView, DownloadLinkView, OrderView, TotalsView } from '@shop/contracts/views';
import { useRef, useState } from 'react';
import { errorText, isApiError } from '../../../../lib/calls/api';
import { useAppDispatch } from '../../../../lib/hooks';
import { loginRequested } from '../../../session/session';
import { toast } from '../../../../lib/toast';
import { missingFields, paypalCreateBody, placeOrderBody, type Draft } from '../../api/checkout-rules';
import { approvedPayment } from './approved-payment';
import { conflictOf } from './conflict';
import type { CaptureAnswer, PaymentOutcome } from './confirm-payment';
import { ordersApi } from '../../api/orders-api';

export type Stage =
  | { at: 'form' | 'capturing' }
  | { at: 'confirming'; orderId: number; reached: boolean; captureAgain?: () => Promise<CaptureAnswer> }
  | { at: 'paid'; orderId: number; downloadLinks: DownloadLinkView[] }
  | { at: 'arranged'; orderId: number; totals: TotalsView }
  | { at: 'review' | 'refunded'; orderId: number };
export type Notice = { text: string } | { conflict: CheckoutConflictView };

const DECLINED = 'Payment failed. Please try again.';
const EXPIRED =
  'The reservation of your tracks ran out before the payment was confirmed, and nothing was charged. Please try again.';
const CANCELLED = 'This order has been cancelled, and nothing was charged.';
const UNPROCESSED = 'Failed to process payment. Please contact support.';

// PayPal passes on only the text of the error that createOrder threw. This text marks an error that the buyer has been told already.
const ALREADY_SAID = 'checkout: already said';
const CLOSED_WINDOW = /(window|popup).*clos|clos.*(window|popup)/i;

/**
 * Whether an error clearly says that nothing was charged. Any other error may come from a payment that went through
 * (docs/product/checkout.md#an-outcome-nobody-knows).
 */
const isClearRefusal = (error: unknown) =>
  isApiError(error) &&
  typeof error.status === 'number' &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status);

/** Whether the server says of a decline that the same PayPal order may be tried again: the order has not ended. */
const mayBeTriedAgain = (error: unknown) =>
  isApiError(error) && (error.details as { again?: boolean } | undefined)?.again === true;

/**
 * The steps from the filled form to the paid order: create, capture, and every way out of them
 * (docs/product/checkout.md#paying-with-paypal).
 */
export function usePayment(draft: Draft | null, onBought: (productIds: number[]) => void) {
  const dispatch = useAppDispatch();
  const [stage, setStage] = useState<Stage>({ at: 'form' });
  const [notice, setNotice] = useState<Notice | null>(null);
  const created = useRef<{ orderId: number; productIds: number[] } | null>(null);

  function refuse(error: unknown, fallback: string) {
    const conflict = conflictOf(error);
    setStage({ at: 'form' });
    if (conflict) return setNotice({ conflict });
    if (isApiError(error) && error.status === 401) {
      toast.info('Please log in to use PayPal');
      dispatch(loginRequested());
      return;
    }
    setNotice({ text: errorText(error, fallback) });
  }

  /** The draft when it is complete; otherwise says what is missing and answers null. */
  function completeDraft(): Draft | null {
    const missing = draft ? missingFields(draft.customer) : [];
    if (draft && missing.length === 0) return draft;
    toast.error(draft ? `Please fill in all required fields: ${missing.join(', ')}` : 'Please log in to use PayPal');
    return null;
  }

  /**
   * Sends an order. When the server refuses its coupon (entered before the login, or long ago), checks the coupon and sends the
   * order again.
   */
  async function withCoupon<Answer>({ coupon }: Draft, send: () => Promise<Answer>): Promise<Answer> {
    try {
      return await send();
    } catch (error) {
      if (!coupon || !isApiError(error) || error.code !== 'coupon') throw error;
      const shown = await dispatch(ordersApi.endpoints.checkCoupon.initiate(coupon.code));
      if (shown.error) throw error;
      return send();
    }
  }

  async function createOrder(): Promise<string> {
    const complete = completeDraft();
    if (!complete) throw new Error(ALREADY_SAID);
    setNotice(null);
    try {
      const body = paypalCreateBody(complete);
      const answer = await withCoupon(complete, () => dispatch(ordersApi.endpoints.createPaypalOrder.initiate(body)).unwrap());
      created.current = { orderId: answer.orderId, productIds: complete.items.map(({ id }) => id) };
      return answer.id;
    } catch (error) {
      refuse(error, 'Failed to create PayPal order');
      throw new Error(ALREADY_SAID, { cause: error });
    }
  }

  async function capture(orderID: string, userId: number): Promise<CaptureAnswer> {
    try {
      const answer = await dispatch(ordersApi.endpoints.capturePaypalOrder.initiate({ orderID, userId })).unwrap();
      // an answer without the order's id means a payment that is being confirmed, too
      const pendingId = (answer as { orderId?: number }).orderId ?? created.current?.orderId;
      approvedPayment.forget(); // from here on, the list of the buyer's orders shows that it is open
      if (!answer.success) return pendingId === undefined ? { kind: 'unknown' } : { kind: 'pending', orderId: pendingId };
      return { kind: 'paid', orderId: answer.orderId, downloadLinks: answer.downloadLinks };
    } catch (error) {
      if (isApiError(error) && error.status === 401) dispatch(loginRequested());
      return isClearRefusal(error) ? { kind: 'refused', error } : { kind: 'unknown' };
    }
  }

  /** Shows the end of a payment. `restart` opens PayPal again after a decline that may be tried again. */
  function finish(outcome: PaymentOutcome | { kind: 'refused'; error: unknown }, restart?: () => void) {
    approvedPayment.forget();
    if (outcome.kind === 'paid') {
      setNotice(null);
      setStage({ at: 'paid', orderId: outcome.orderId, downloadLinks: outcome.downloadLinks });
      onBought(created.current?.productIds ?? []);
      return;
    }
    if (outcome.kind === 'review' || outcome.kind === 'refunded') return setStage({ at: outcome.kind, orderId: outcome.orderId });

    const declined =
      outcome.kind === 'declined' || (outcome.kind === 'refused' && isApiError(outcome.error) && outcome.error.status === 422);
    // refused before any money moved: the server's text says why
    if (outcome.kind === 'refused' && !declined) return refuse(outcome.error, UNPROCESSED);
    const said = outcome.kind === 'refused' ? errorText(outcome.error, DECLINED) : DECLINED;
    const text = outcome.kind === 'cancelled' ? CANCELLED : declined ? said : EXPIRED;
    setStage({ at: 'form' });
    setNotice({ text });
    if (outcome.kind === 'refused' && mayBeTriedAgain(outcome.error)) restart?.();
  }

  async function onApprove(data: { orderID: string }, actions: { restart: () => void }) {
    const userId = draft?.userId;
    if (userId === undefined) return;
    if (created.current) approvedPayment.keep({ userId, orderID: data.orderID, ...created.current });
    setStage({ at: 'capturing' });
    const answer = await capture(data.orderID, userId);
    if (answer.kind !== 'pending' && answer.kind !== 'unknown') return finish(answer, actions.restart);

    const orderId = answer.kind === 'pending' ? answer.orderId : created.current?.orderId;
    if (orderId === undefined) return finish({ kind: 'refused', error: null });
    setStage({
      at: 'confirming',
      orderId,
      reached: answer.kind === 'pending',
      captureAgain: () => capture(data.orderID, userId),
    });
  }

  function onError(error: unknown) {
    const text = error instanceof Error ? error.message : String(error);
    if (text.includes(ALREADY_SAID) || CLOSED_WINDOW.test(text)) return;
    setNotice({ text: 'Payment error. Please try another method.' });
  }

  /** Places an unpaid order that holds its tracks while the buyer arranges the payment. */
  async function arrange() {
    const complete = completeDraft();
    if (!complete) return;
    setNotice(null);
    setStage({ at: 'capturing' });
    try {
      const answer = await withCoupon(complete, () =>
        dispatch(ordersApi.endpoints.placeOrder.initiate(placeOrderBody(complete))).unwrap(),
      );
      setStage({ at: 'arranged', orderId: answer.orderId, totals: answer.totals });
      onBought(complete.items.map(({ id }) => id));
    } catch (error) {
      refuse(error, 'Failed to place order');
    }
  }

  /** Resumes what was still open when the buyer left the page or was logged out: the payment of an order, or one only approved. */
  function resume(order: OrderView | null) {
    if (order) {
      created.current = { orderId: order.id, productIds: order.products.map(({ id }) => id) };
      return setStage(
        order.payment_state === 'review'
          ? { at: 'review', orderId: order.id }
          : { at: 'confirming', orderId: order.id, reached: true },
      );
    }
    const approved = draft && approvedPayment.of(draft.userId);
    if (!approved) return;
    const { userId, orderID, orderId, productIds } = approved;
    created.current = { orderId, productIds };
    setStage({ at: 'confirming', orderId, reached: false, captureAgain: () => capture(orderID, userId) });
  }

  // the notice is the form's alone: an error that PayPal's script reports once the form is gone says nothing of the payment
  const shown = stage.at === 'form' ? notice : null;
  return { stage, notice: shown, setNotice, createOrder, onApprove, onError, arrange, finish, resume };
}
