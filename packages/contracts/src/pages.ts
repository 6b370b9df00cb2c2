import { ADMIN_PREFIX, OFFER_PATH } from './constants';

/**
 * Every page by its name, with its address as a router reads it: `:id` is one part of the path, `:token?` an optional part, `*` the rest
 * of the path. `pages/heads.ts` has the page's head under the same name, and `web/src/app/page-chunks.ts` its code.
 */
export const PAGES = {
  home: '/',
  shop: '/shop',
  track: '/track/:id',
  certificate: '/certificate/:code',
  salesLog: '/log',
  service: '/service',
  contact: '/contact',
  faq: '/faq',
  uploadInstructions: '/upload-instructions',
  privacy: '/privacy-policy',
  terms: '/terms-and-conditions',
  offerAgreement: OFFER_PATH,
  login: '/login',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password/:token',
  confirmEmail: '/confirm-email/:token',
  undoEmailChange: '/undo-email-change/:token',
  confirmContact: '/confirm-contact/:token',
  /** The pages of the administration; `admin-pages.ts` lists them. */
  admin: `${ADMIN_PREFIX}/*`,
  account: '/account',
  cart: '/cart',
  wishlist: '/wishlist',
  checkout: '/checkout',
  orderSuccess: '/order-success',
  confirmSubscription: '/confirm-subscription/:token?',
  subscriptionConfirmed: '/subscription-confirmed',
  unsubscribe: '/unsubscribe/:token?',
} as const;
export type PageName = keyof typeof PAGES;
export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

/** Further addresses that lead to a page. */
export const LEADS_TO = { '/public-offer-agreement': 'offerAgreement' } as const satisfies Record<string, PageName>;

/** An address without a page; the page is the same for all such addresses. */
export const NOWHERE = '/nowhere';

type NamesIn<Address extends string> = Address extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Address extends `${string}:${infer Name}`
    ? Name
    : never;
type ParamsIn<Address extends string> = {
  [Name in NamesIn<Address> as Name extends `${string}?` ? never : Name]: string | number;
} & { [Name in NamesIn<Address> as Name extends `${infer Optional}?` ? Optional : never]?: string | number };
/** The parameters of an address by their names, as the last arguments of a function; empty for an address without parameters. */
export type ParamsOf<Address extends string> = [NamesIn<Address>] extends [never]
  ? []
  : object extends ParamsIn<Address>
    ? [ParamsIn<Address>?]
    : [ParamsIn<Address>];

/** An address with these values in the places of its parameters, encoded; `rest` for `*` as it is. Those without a value are left out. */
export const withValues = (address: string, values: Record<string, string | number | undefined>): string =>
  address.replace(/\/(?:\*|:(\w+)\??)/g, (_part, name?: string) => {
    const value = values[name ?? 'rest'];
    if (value === undefined) return '';
    return `/${name === undefined ? value : encodeURIComponent(value)}`;
  });

/** The same with the parameters that the address has: the compiler refuses others, and missing ones that are not optional. */
export const fillAddress = <Address extends string>(address: Address, ...params: ParamsOf<Address>): string =>
  withValues(address, params[0] ?? {});

/**
 * The address of a page, for links.
 * @example pageAddress('track', { id: 7 })
 */
export const pageAddress = <Name extends PageName>(name: Name, ...params: ParamsOf<(typeof PAGES)[Name]>) =>
  fillAddress(PAGES[name], ...params);

/** The tabs of the account page, in their order. Only sellers have `seller`. */
export const ACCOUNT_TABS = ['tracks', 'profile', 'orders', 'cart', 'wishlist', 'seller', 'security', 'data'] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

/** The address of the account page with one of its tabs open. */
export const accountTab = (tab: AccountTab) => `${PAGES.account}?tab=${tab}` as const;

/** The pages that the header and the footer of the shop link to, with their names there. */
export const MENU = [
  { to: PAGES.home, name: 'Home' },
  { to: PAGES.shop, name: 'Shop' },
  { to: PAGES.service, name: 'Service' },
  { to: PAGES.contact, name: 'Contact' },
  { to: PAGES.faq, name: 'FAQ' },
];
