import type { CheckoutConflictView, DownloadLinkView, TotalsView } from '@shop/contracts/views';
import { useState } from 'react';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { askToLogIn } from '#features/session/ask-to-log-in.ts';
import { approvedPayment } from './payment-calls';
import type { CaptureAnswer, PaymentOutcome } from './confirm-payment';
import { conflictOf } from './conflict';

type Stage =
  | { at: 'form' | 'capturing' }
  | { at: 'confirming'; orderId: number; reached: boolean; captureAgain?: () => Promise<CaptureAnswer> }
  | { at: 'paid'; orderId: number; downloadLinks: DownloadLinkView[] }
  | { at: 'arranged'; orderId: number; totals: TotalsView }
  | { at: 'review' | 'refunded'; orderId: number };
type Notice = { text: string } | { conflict: CheckoutConflictView };

const ENDED = {
  declined: 'Payment failed. Please try again.',
  expired: 'The reservation of your tracks ran out before the payment was confirmed, and nothing was charged. Please try again.',
  cancelled: 'This order has been cancelled, and nothing was charged.',
};
const UNPROCESSED = 'Failed to process payment. Please contact support.';

/** Whether the same PayPal order may be tried again after a decline. */
const mayBeTriedAgain = (error: unknown) =>
  isApiError(error) && (error.details as { again?: boolean } | undefined)?.again === true;

/** The stage of a payment: the form with a notice, the waiting, or the end. */
export function usePaymentStage(onPaid: () => void) {
  const dispatch = useAppDispatch();
  const [stage, setStage] = useState<Stage>({ at: 'form' });
  const [notice, setNotice] = useState<Notice | null>(null);

  /** Returns to the form, with the reason. */
  function refuse(error: unknown, fallback: string) {
    setStage({ at: 'form' });
    const conflict = conflictOf(error);
    if (conflict) setNotice({ conflict });
    else if (isApiError(error) && error.status === 401) dispatch(askToLogIn('Please log in to use PayPal'));
    else setNotice({ text: errorText(error, fallback) });
  }

  /** Shows the end of a payment. `restart` opens PayPal again after a decline that may be tried again. */
  function finish(outcome: PaymentOutcome, restart?: () => void) {
    approvedPayment.forget();
    if (outcome.kind === 'paid') {
      setNotice(null);
      setStage({ at: 'paid', orderId: outcome.orderId, downloadLinks: outcome.downloadLinks });
      onPaid();
    } else if (outcome.kind === 'review' || outcome.kind === 'refunded') {
      setStage({ at: outcome.kind, orderId: outcome.orderId });
    } else if (outcome.kind === 'refused') {
      const { error } = outcome;
      const isDeclined = isApiError(error) && error.status === 422;
      refuse(error, isDeclined ? ENDED.declined : UNPROCESSED);
      if (isDeclined && mayBeTriedAgain(error)) restart?.();
    } else {
      setStage({ at: 'form' });
      setNotice({ text: ENDED[outcome.kind] });
    }
  }

  // Only the form shows the notice: errors that PayPal's script reports later say nothing about the payment.
  return { stage, setStage, notice: stage.at === 'form' ? notice : null, setNotice, refuse, finish };
}
