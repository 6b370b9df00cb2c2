import { useEffect } from 'react';
import { useDetails } from '#features/session/details-api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { LogInFirst } from '#features/session/LogInFirst.tsx';
import { loginRequested, useUserId } from '#features/session/session.ts';
import { Query } from '#ui/feedback/Query.tsx';
import styles from '../parts/AccountPages.module.css';
import { Checkout } from './Checkout';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { CheckoutSkeleton } from '#features/orders/public/checkout/CheckoutForm.tsx';

const WAITING = (
  <>
    <Skeleton width="220px" height="44px" />
    <CheckoutSkeleton />
  </>
);

/** The checkout of the server's cart. A visitor must log in first (docs/product/checkout.md#the-checkout-page). */
export function CheckoutPage() {
  const userId = useUserId();
  const details = useDetails();
  return (
    <div className={`wrap ${styles.page}`}>
      {userId === null ? (
        <VisitorAtCheckout />
      ) : (
        <Query of={details} skeleton={WAITING} errorText="Your cart could not be loaded.">
          {({ user, cart }) => <Checkout key={userId} user={user} cartIds={cart.map((entry) => Number(entry.id))} />}
        </Query>
      )}
    </div>
  );
}

function VisitorAtCheckout() {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(loginRequested());
  }, [dispatch]);
  return (
    <>
      <h1>Checkout</h1>
      <LogInFirst title="Please log in to use PayPal" />
    </>
  );
}
