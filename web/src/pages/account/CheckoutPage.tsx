import { useEffect } from 'react';
import { useDetails } from '../../lib/detailsApi';
import { useAppDispatch } from '../../lib/hooks';
import { PageHead } from '../../lib/PageHead';
import { loginRequested, useUserId } from '../../lib/session';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Query } from '../../ui/Query';
import styles from './AccountPages.module.css';
import { Checkout } from './Checkout';
import { ListSkeleton } from './ListSkeleton';

/** Checkout of the server's cart; a visitor is asked to log in first (decision 42). */
export function CheckoutPage() {
  const userId = useUserId();
  const details = useDetails();
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title="Checkout" description="Pay for your tracks." />
      {userId === null ? (
        <VisitorAtCheckout />
      ) : (
        <Query of={details} skeleton={<ListSkeleton rows={3} />} errorText="Your cart could not be loaded.">
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
      <EmptyState
        title="Please log in to use PayPal"
        action={
          <Button variant="primary" onClick={() => dispatch(loginRequested())}>
            Log In
          </Button>
        }
      />
    </>
  );
}
