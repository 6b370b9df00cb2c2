import { useSearchParams } from 'react-router-dom';
import { ProfileView } from '../../features/identity/ProfileView';
import { useDetails } from '../../lib/detailsApi';
import { useAppDispatch } from '../../lib/hooks';
import { PageHead } from '../../lib/PageHead';
import { loginRequested, useUserId } from '../../lib/session';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Query } from '../../ui/Query';
import { Tabs } from '../../ui/Tabs';
import styles from './AccountPages.module.css';
import { CartContents } from './CartContents';
import { ListSkeleton } from './ListSkeleton';
import { WishlistContents } from './WishlistContents';

/** The account; the open tab is in the address, so that it can be linked and found again. */
export function AccountPage() {
  const dispatch = useAppDispatch();
  const userId = useUserId();
  const details = useDetails();
  const [search, setSearch] = useSearchParams();

  return (
    <section className={`wrap ${styles.page}`}>
      <PageHead title="My account" description="Your profile, cart and wishlist." />
      <h1>My account</h1>
      {userId === null ? (
        <EmptyState
          title="Please log in or register to access your account page."
          action={
            <Button variant="primary" onClick={() => dispatch(loginRequested())}>
              Log In
            </Button>
          }
        />
      ) : (
        <Query of={details} skeleton={<ListSkeleton rows={3} />} errorText="Error loading user data.">
          {({ user, cart, wishlist }) => (
            <Tabs
              label="Account"
              value={search.get('tab') ?? 'profile'}
              onChange={(tab) => setSearch({ tab }, { replace: true, preventScrollReset: true })}
              tabs={[
                { value: 'profile', label: 'Profile', content: <ProfileView user={user} /> },
                { value: 'cart', label: 'My Cart', count: cart.length, content: <CartContents /> },
                { value: 'wishlist', label: 'Wishlist', count: wishlist.length, content: <WishlistContents /> },
              ]}
            />
          )}
        </Query>
      )}
    </section>
  );
}
