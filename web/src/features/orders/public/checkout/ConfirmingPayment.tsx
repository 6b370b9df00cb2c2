import { useEffect, useEffectEvent, useState } from 'react';
import { useAppDispatch } from '#lib/hooks.ts';
import { Spinner } from '#ui/action/Spinner.tsx';
import { awaitPayment, type CaptureAnswer, type PaymentOutcome } from './confirm-payment';
import { OTHER_TRACKS, OutcomeTitle } from './OrderOutcome';
import styles from './OrderOutcome.module.css';
import { ordersApi } from '../../api/orders-api';

const LONG_MS = 60_000;

const pauseFor = (signal: AbortSignal) => (ms: number) =>
  new Promise<void>((resume, abandon) => {
    const timer = setTimeout(resume, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      abandon(signal.reason as Error);
    });
  });

/** Shown while the shop does not know yet whether the payment came through. */
export function ConfirmingPayment(props: {
  orderId: number;
  reached: boolean;
  captureAgain?: () => Promise<CaptureAnswer>;
  onEnd: (outcome: PaymentOutcome) => void;
}) {
  const { orderId } = props;
  const dispatch = useAppDispatch();
  const [long, setLong] = useState(false);

  const awaitOutcome = useEffectEvent((signal: AbortSignal) => {
    const readOrder = () =>
      dispatch(ordersApi.endpoints.order.initiate(orderId, { subscribe: false, forceRefetch: true })).unwrap();
    const { reached, captureAgain } = props;
    return awaitPayment(orderId, { reached, readOrder, captureAgain, pause: pauseFor(signal) }).catch(() => null); // the buyer left
  });
  const end = useEffectEvent(props.onEnd);

  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => setLong(true), LONG_MS);
    void awaitOutcome(controller.signal).then((outcome) => {
      if (outcome && !controller.signal.aborted) end(outcome);
    });
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [orderId]);

  return (
    <section className={styles.outcome} role="status">
      <Spinner />
      <OutcomeTitle>Confirming your payment</OutcomeTitle>
      <p>Your payment is being confirmed. Please do not pay again.</p>
      <p className="muted">
        Order <span className="mono">#{orderId}</span>.{' '}
        {long
          ? `This takes longer than usual. You can close this page: we will e-mail your download links as soon as the payment is confirmed. ${OTHER_TRACKS}`
          : 'This usually takes a few seconds. Closing this page loses nothing.'}
      </p>
    </section>
  );
}
