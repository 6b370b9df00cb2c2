import { ACCOUNT_TABS, type AccountTab } from '@shop/contracts/pages';
import type { DetailsView } from '@shop/contracts/views';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { ClaimsOfOrder } from '#features/claims/public/ClaimsOfOrder.tsx';
import { ContactAdmin } from '#features/identity/public/ContactAdmin.tsx';
import { OwnData } from '#features/identity/public/own-data/OwnData.tsx';
import { Profile } from '#features/identity/public/profile/Profile.tsx';
import { Security } from '#features/identity/public/security/Security.tsx';
import { useOrdersOfUserQuery } from '#features/orders/api/orders-api.ts';
import { BoughtPackage } from '#features/packages/public/BoughtPackage.tsx';
import { MyOrders, OrdersSkeleton } from '#features/orders/public/MyOrders.tsx';
import { DashboardSkeleton, SellerDashboard } from '#features/sellers/public/SellerDashboard.tsx';
import { useDetails } from '#features/session/details-api.ts';
import { LogInFirst } from '#features/session/LogInFirst.tsx';
import { useUserId } from '#features/session/session.ts';
import { Query } from '#ui/feedback/Query.tsx';
import { Tabs, type Tab } from '#ui/display/Tabs.tsx';
import styles from '../parts/AccountPages.module.css';
import { CartContents } from '../lists/CartContents';
import { FormSkeleton } from '#ui/feedback/FormSkeleton.tsx';
import { ListSkeleton } from '#ui/feedback/ListSkeleton.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { WishlistContents } from '../lists/WishlistContents';
import { OwnedTracks, OwnedTracksSkeleton, ownedTracks } from './OwnedTracks';
import { SellerClaims } from './SellerClaims';

type Contents = Record<AccountTab, Omit<Tab, 'value'> | null>;

const contentsOf = (
  { user, cart, wishlist, pending_email }: DetailsView,
  ownTracks: ReturnType<typeof ownedTracks>,
): Contents => ({
  tracks:
    ownTracks.length > 0 ? { label: 'Your tracks', count: ownTracks.length, content: <OwnedTracks tracks={ownTracks} /> } : null,
  profile: { label: 'Profile', content: <Profile user={user} pendingEmail={pending_email} /> },
  orders: {
    label: 'My Orders',
    content: (
      <MyOrders
        user={user}
        problemsOf={(order) => <ClaimsOfOrder order={order} />}
        insideOf={({ package_id, name }) => package_id !== undefined && <BoughtPackage packageId={package_id} name={name} />}
      />
    ),
  },
  cart: { label: 'My Cart', count: cart.length, content: <CartContents /> },
  wishlist: { label: 'Wishlist', count: wishlist.length, content: <WishlistContents /> },
  seller: user.is_seller
    ? { label: 'Seller Dashboard', content: <SellerDashboard userId={user.id} claims={<SellerClaims />} /> }
    : null,
  security: { label: 'Security', content: <Security /> },
  data: { label: 'Your Data', content: <OwnData /> },
});

function tabsOf(...facts: Parameters<typeof contentsOf>): Tab[] {
  const contents = contentsOf(...facts);
  return ACCOUNT_TABS.flatMap((value) => (contents[value] ? [{ value, ...contents[value] }] : []));
}

/**
 * The account page. It begins with the tracks that the user owns, if there are any. The open tab is in the address, so that it can be
 * linked and restored.
 */
export function AccountPage() {
  const userId = useUserId();
  const details = useDetails();
  const orders = useOrdersOfUserQuery(userId ?? 0, { skip: userId === null });
  // Only the first load is waited for: a later try, after a failure, takes nothing away.
  const isFirstLoad = orders.isLoading && orders.error === undefined;

  return (
    <section className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <h1>My account</h1>
        {details.data && <ContactAdmin user={details.data.user} />}
      </div>
      {userId === null ? (
        <LogInFirst title="Please log in or register to access your account page." />
      ) : (
        <Query of={details} skeleton={<AccountSkeleton />} errorText="Error loading user data.">
          {(data) => (isFirstLoad ? <AccountSkeleton /> : <AccountTabs tabs={tabsOf(data, ownedTracks(orders.data ?? []))} />)}
        </Query>
      )}
    </section>
  );
}

/** The tabs and, in the shape of what it will show, the one that the address names. */
function AccountSkeleton() {
  const [search] = useSearchParams();
  const tab = search.get('tab');
  return (
    <>
      <div className={styles.tabs}>
        {Array.from({ length: 5 }, (_, i) => (
          <Skeleton key={i} width="88px" height="16px" />
        ))}
      </div>
      {tab === 'orders' ? (
        <OrdersSkeleton />
      ) : tab === 'seller' ? (
        <DashboardSkeleton />
      ) : tab === 'cart' ? (
        <ListSkeleton rows={3} />
      ) : tab === 'tracks' || tab === 'wishlist' || tab === null ? (
        <OwnedTracksSkeleton />
      ) : (
        <FormSkeleton />
      )}
    </>
  );
}

function AccountTabs({ tabs }: { tabs: Tab[] }) {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const exportToken = hash.startsWith('#export=') ? hash : ''; // the link of a mailed data export
  const navigate = useNavigate();
  const requestedTab = search.get('tab');
  const open = tabs.find(({ value }) => value === requestedTab);
  return (
    <>
      {requestedTab === ('seller' satisfies AccountTab) && !open && (
        <p className={styles.note}>
          A store is opened when somebody registers as a seller, and this account has none: register with another e-mail address.
        </p>
      )}
      <Tabs
        label="Account"
        value={(open ?? tabs[0])?.value ?? ''}
        onChange={(tab) => void navigate({ search: `?tab=${tab}`, hash: exportToken }, { replace: true })}
        tabs={tabs}
      />
    </>
  );
}
