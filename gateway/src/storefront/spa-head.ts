import { ADMIN_PREFIX, OFFER_PATH } from '@shop/contracts/constants';
import { LARGE_COVER } from '@shop/contracts/covers';
import type { ProductView } from '@shop/contracts/views';
import type { Config } from '../config';
import type { TrackAnswer } from './track-lookup';
import { soldTrackHead, trackHead } from './track-head';

/** What a page says about itself to those who do not run its scripts: search engines and the previews of messengers. */
export type Head = {
  title: string;
  description: string;
  /** Without the origin. */
  path: string;
  status?: number;
  noindex?: boolean;
  /** The address of a picture, without the origin. */
  image?: string;
  type?: 'website' | 'product';
  more?: { property: string; content: string }[];
  jsonLd?: Record<string, unknown>;
  /** What the page asks for as soon as it is drawn. */
  preload?: Preload[];
};
/** `data` is an answer of the API; `cover` the picture that is the largest thing on the page, as wide as `sizes` says. */
export type Preload = { data: string } | { cover: string; sizes: string };
export type HeadOf = (path: string) => Promise<Head>;

type Words = { title: string; description: string; noindex?: boolean; preload?: Preload[] };

const PRODUCTS: Preload = { data: '/api/products' };

const PAGES: Record<string, Words> = {
  '/shop': {
    title: 'Shop',
    description: 'Every track that is for sale: filter by price, tempo, genre, key and type, and hear it at once.',
    preload: [PRODUCTS],
  },
  '/service': {
    title: 'Service',
    description: 'Custom music production, co-producing, mixing and mastering for DJs and producers worldwide.',
  },
  '/contact': { title: 'Contact', description: 'Write to us: we answer within 24 to 48 hours.' },
  '/faq': { title: 'FAQ', description: 'How buying and selling works: exclusivity, files, contracts, payment and payouts.' },
  '/upload-instructions': {
    title: 'Track upload guide',
    description: 'How to prepare a track for the shop: formats, levels, folders and what the archive must hold.',
  },
  '/privacy-policy': { title: 'Privacy policy', description: 'Which data the shop keeps, why, and for how long.' },
  '/terms-and-conditions': { title: 'Terms and conditions', description: 'What buyer, seller and shop agree on.' },
};
const PRIVATE: Record<string, string> = {
  '/login': 'Log in',
  '/forgot-password': 'Forgot password',
  '/reset-password': 'Reset password',
  '/confirm-email': 'Confirm e-mail address',
  '/confirm-contact': 'Confirm contact address',
  '/undo-email-change': 'Undo change of address',
  '/account': 'My account',
  '/cart': 'Cart',
  '/wishlist': 'Wishlist',
  '/checkout': 'Checkout',
  '/order-success': 'Your order',
  '/unsubscribe': 'Unsubscribe',
  '/confirm-subscription': 'Confirm subscription',
  '/subscription-confirmed': 'Subscription confirmed',
  [OFFER_PATH]: 'Public offer agreement',
  '/public-offer-agreement': 'Public offer agreement',
  [ADMIN_PREFIX]: 'Admin',
};
const HOME =
  'Exclusive ghost productions for DJs and producers: hear them in full, compare tempo and key, own them. Each is sold once.';
/** Addresses that go on: with a token, which is told nobody, or with a screen of the administration. */
const GO_ON = [
  '/reset-password',
  '/confirm-email',
  '/confirm-contact',
  '/undo-email-change',
  '/unsubscribe',
  '/confirm-subscription',
  ADMIN_PREFIX,
];

/** Pages that anybody may find. */
export const PUBLIC_PATHS = ['/', ...Object.keys(PAGES)];

const TRACK = /^\/track\/([1-9]\d{0,9})\/?$/;

/** Where tracks are looked up. `newest` is the one that the home page shows, as far as it is known. */
export type Tracks = { lookUp: (id: number) => Promise<TrackAnswer>; newest: () => ProductView | undefined };

/** The head of each page of the SPA. */
export const createHeads =
  ({ SITE_NAME }: Pick<Config, 'SITE_NAME'>, { lookUp, newest }: Tracks): HeadOf =>
  async (path) => {
    const id = TRACK.exec(path)?.[1];
    if (id !== undefined) return headOfTrack(await lookUp(Number(id)), path, SITE_NAME);
    if (path === '/') return homeHead(SITE_NAME, newest());
    const bare = path.replace(/(?<=.)\/$/, '');
    const page = PAGES[bare];
    if (page) return { ...page, title: `${page.title} – ${SITE_NAME}`, path: bare };
    const place = GO_ON.find((start) => bare.startsWith(`${start}/`)) ?? bare;
    const title = PRIVATE[place];
    return title ? { title: `${title} – ${SITE_NAME}`, description: HOME, path: place, noindex: true } : nothingHere(SITE_NAME);
  };

const homeHead = (siteName: string, newest: ProductView | undefined): Head => ({
  title: `${siteName} – ghost productions, sold once`,
  description: HOME,
  path: '/',
  preload: [PRODUCTS, ...(newest ? [{ cover: newest.img, sizes: LARGE_COVER.home }] : [])],
});

function headOfTrack(found: TrackAnswer, path: string, siteName: string): Head {
  if (found.is === 'for-sale') return trackHead(found.track, siteName);
  if (found.is === 'sold') return soldTrackHead(found.track, siteName);
  if (found.is === 'unclear') return { title: siteName, description: HOME, path };
  return nothingHere(siteName);
}

const nothingHere = (siteName: string): Head => ({
  title: `Page not found – ${siteName}`,
  description: 'There is no page at this address.',
  path: '/',
  status: 404,
  noindex: true,
});
