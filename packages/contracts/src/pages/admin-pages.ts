import { ADMIN_PREFIX, type Right } from '../constants';
import { fillAddress, type ParamsOf } from '../pages';

export type AdminPage = {
  /** The path below the prefix of the administration, as a router reads it. */
  address: string;
  /** The right that an admin's role must have. */
  right: Right;
  /** The title of the tab and the menu entry. A page without a title is reached from another page, and sets its title itself. */
  title?: string;
};

/** Every page of the administration, in the order of the menu. Its code and its icon are in `web/src/app/admin/admin-chunks.ts`. */
export const ADMIN_PAGES = {
  dashboard: { address: 'dashboard', right: 'seeTheWhole', title: 'Dashboard' },
  products: { address: 'products', right: 'readCatalogue', title: 'Products' },
  newProduct: { address: 'products/new', right: 'changeCatalogue' },
  product: { address: 'products/edit/:id', right: 'readCatalogue' },
  demos: { address: 'demos', right: 'readCatalogue', title: 'Demo tracks' },
  newDemo: { address: 'demos/new', right: 'changeCatalogue' },
  demo: { address: 'demos/edit/:id', right: 'changeCatalogue' },
  reviewQueue: { address: 'review-queue', right: 'readTracksOfStores', title: 'Review queue' },
  buyers: { address: 'users', right: 'readPeople', title: 'Buyers' },
  sellers: { address: 'sellers', right: 'readStores', title: 'Sellers' },
  unsoldTracks: { address: 'unsold-tracks', right: 'readTracksOfStores', title: 'Unsold tracks' },
  subscribers: { address: 'subscribers', right: 'readPeople', title: 'Subscribers' },
  orders: { address: 'orders', right: 'readOrders', title: 'Orders' },
  order: { address: 'orders/:id', right: 'readOrders' },
  claims: { address: 'claims', right: 'handleClaims', title: 'Claims' },
  claim: { address: 'claims/:id', right: 'handleClaims' },
  disputes: { address: 'disputes', right: 'readMoney', title: 'Disputes' },
  dispute: { address: 'disputes/:id', right: 'readMoney' },
  coupons: { address: 'coupons', right: 'readMoney', title: 'Coupons' },
  payouts: { address: 'payouts', right: 'readMoney', title: 'Payouts' },
  payoutBatches: { address: 'payout-batches', right: 'readMoney', title: 'Payout batches' },
  reconciliation: { address: 'reconciliation', right: 'readMoney', title: 'Reconciliation' },
  serviceRequests: { address: 'service-requests', right: 'readPeople', title: 'Service requests' },
  announcements: { address: 'announcements', right: 'readPeople', title: 'Announcements' },
  newAnnouncement: { address: 'announcements/new', right: 'changePeople' },
  announcement: { address: 'announcements/edit/:id', right: 'changePeople' },
  timeline: { address: 'timeline', right: 'readTimeline', title: 'Timeline' },
  status: { address: 'status', right: 'ownTheShop', title: 'Status' },
  auditLog: { address: 'audit-log', right: 'ownTheShop', title: 'Audit log' },
} as const satisfies Record<string, AdminPage>;
export type AdminPageName = keyof typeof ADMIN_PAGES;
export const ADMIN_PAGE_NAMES = Object.keys(ADMIN_PAGES) as AdminPageName[];

/** The address where admins log in, below the prefix: the administration's only page without a right, and not in its menu. */
export const ADMIN_LOGIN = 'login';

type WithNumber<Address> = Address extends `${infer Start}/:id` ? `${Start}/${number}` : Address;
export type AdminAddress = typeof ADMIN_LOGIN | WithNumber<(typeof ADMIN_PAGES)[AdminPageName]['address']>;

type AddressOf<Name extends AdminPageName> = (typeof ADMIN_PAGES)[Name]['address'];

/** The whole address of a page of the administration. */
export const adminPageAddress = <Name extends AdminPageName>(name: Name, ...params: ParamsOf<AddressOf<Name>>) =>
  `${ADMIN_PREFIX}/${fillAddress<AddressOf<Name>>(ADMIN_PAGES[name].address, ...params)}`;
