import type { DownloadLinkView, TotalsView } from '@shop/contracts/views';
import type { ReactNode } from 'react';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { Money } from '#ui/display/Money.tsx';
import { Handover } from '../Handover';
import styles from './OrderOutcome.module.css';

/** The same function in all renders: React would call a new one each time, and move the focus again. */
export const takeFocus = (title: HTMLElement | null) => title?.focus();

/** The heading that replaces the form. It takes the focus, so that it is seen and read out. */
export function OutcomeTitle({ children }: { children: ReactNode }) {
  return (
    <h1 dir="auto" tabIndex={-1} ref={takeFocus}>
      {children}
    </h1>
  );
}

/** The page after the payment (docs/product/checkout.md#after-the-payment). */
export function ThankYou(arrival: { userId: number; orderId: number; downloadLinks: DownloadLinkView[] }) {
  const ways = (
    <>
      <ButtonLink variant="primary" to={paths.orderSuccess} state={arrival}>
        View Downloads
      </ButtonLink>
      <ButtonLink to={paths.home}>Back to Home</ButtonLink>
    </>
  );
  return (
    <Handover {...arrival} ways={ways}>
      <OutcomeTitle>Thank You for Your Order!</OutcomeTitle>
    </Handover>
  );
}

/** The page after "Arrange payment with us" (docs/product/checkout.md#arranging-a-payment). */
export function ArrangementNote({ orderId, totals }: { orderId: number; totals: TotalsView }) {
  return (
    <section className={styles.outcome}>
      <OutcomeTitle>Your tracks are reserved</OutcomeTitle>
      <p>
        Order <span className="mono">#{orderId}</span> over <Money dollars={totals.total} /> is held for you for 24 hours. Nothing
        has been charged.
      </p>
      <p className="muted">
        Write to us with the order number and how you would like to pay. As soon as the payment has arrived, your download links
        come by e-mail and appear in My Orders.
      </p>
      <div className={styles.ways}>
        <ButtonLink variant="primary" to={paths.contact}>
          Write to us
        </ButtonLink>
        <ButtonLink to={paths.account}>My Account</ButtonLink>
      </div>
    </section>
  );
}

/** For a buyer whose payment takes long: the checkout shows that payment as long as the cart has one of its tracks. */
export const OTHER_TRACKS = 'To buy other tracks now, take those of this order out of your cart and come back here.';

const HELD_UP = {
  review: {
    title: 'We are checking your payment',
    text: 'The payment arrived, but something about it needs a person to look at. You do not need to do anything and must not pay again; your tracks stay reserved and we will e-mail you.',
  },
  refunded: { title: 'Your payment was returned', text: 'The payment of this order has been paid back to you.' },
};

/** Shown for an order that is not paid and may not be paid again. */
export function HeldUp({ kind, orderId }: { kind: keyof typeof HELD_UP; orderId: number }) {
  const { title, text } = HELD_UP[kind];
  return (
    <section className={styles.outcome} role="status">
      <OutcomeTitle>{title}</OutcomeTitle>
      <p>{text}</p>
      <p className="muted">
        Order <span className="mono">#{orderId}</span>
        {kind === 'review' && `. ${OTHER_TRACKS}`}
      </p>
      <div className={styles.ways}>
        <ButtonLink to={paths.account}>My Account</ButtonLink>
        <ButtonLink to={paths.contact}>Write to us</ButtonLink>
      </div>
    </section>
  );
}
