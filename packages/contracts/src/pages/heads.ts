import type { PageName } from '../pages';
import type { ProductView } from '../views';

export type PageText = {
  /** The title, to which the shop's name is added. Without a title, the page has the shop's own. */
  title?: string;
  /** The description; without one, the page has the shop's own. */
  description?: string;
};

/**
 * The facts of a page that browsers, search engines and messengers need before its code runs. `needs.ts` has the calls that the
 * page makes as soon as it is drawn.
 */
export type PageHead = PageText & {
  /** Set when the title depends on the content (`trackText`, AdminTitle), so that the page sets it itself. */
  saidByPage?: true;
  /** `listed` pages are in the sitemap; `unlisted` ones must not be indexed; crawlers must not fetch `closed` ones (robots.txt). */
  search: 'listed' | 'unlisted' | 'closed';
  /** The module of the page's chunk, below `web/src`. */
  chunk: string;
  /** Further modules that the page loads on wide screens as soon as it is rendered, below `web/src`. */
  wideParts?: readonly string[];
  /** Whether the server renders the page; otherwise the browser does (docs/decisions/0030-public-pages-are-rendered-on-the-server.md). */
  rendered?: true;
  /** Set when the page begins with the cover of the newest track, which its head announces. */
  showsNewest?: true;
  /** The most JavaScript that the page may load until it is usable, in bytes after brotli (docs/product/screens.md#first-load). */
  budget?: number;
};

export const SHOP_DESCRIPTION =
  'Exclusive ghost productions for DJs and producers: hear them in full, compare tempo and key, own them. Each is sold once.';

/** Title and description of a page as shown: with the shop's name, or the shop's own where the page has none. */
export const shownText = ({ title, description }: PageText, siteName: string): Required<PageText> => ({
  title: title ? `${title} – ${siteName}` : `${siteName} – ghost productions, sold once`,
  description: description ?? SHOP_DESCRIPTION,
});

/** The head of each page, under its name in `pages.ts`. */
export const HEADS: Record<PageName, PageHead> = {
  home: {
    search: 'listed',
    chunk: 'pages/storefront/HomePage',
    rendered: true,
    showsNewest: true,
    budget: 126_000,
  },
  shop: {
    title: 'Shop',
    description: 'Every track that is for sale: filter by price, tempo, genre, key and type, and hear it at once.',
    search: 'listed',
    chunk: 'pages/storefront/ShopPage',
    rendered: true,
    wideParts: ['features/catalog/public/filters/FilterPanel'],
    budget: 134_000,
  },
  track: { saidByPage: true, search: 'listed', chunk: 'pages/storefront/TrackPage', rendered: true, budget: 126_000 },
  certificate: { title: 'Certificate', search: 'unlisted', chunk: 'pages/proof/ProofPages' },
  salesLog: {
    title: 'Sales log',
    description: 'Every sale, in a list that can only grow and that everybody can check.',
    search: 'unlisted',
    chunk: 'pages/proof/ProofPages',
  },
  service: {
    title: 'Service',
    description: 'Custom music production, co-producing, mixing and mastering for DJs and producers worldwide.',
    search: 'listed',
    chunk: 'pages/storefront/ServicePage',
    rendered: true,
  },
  contact: {
    title: 'Contact',
    description: 'Write to us: we answer within 24 to 48 hours.',
    search: 'listed',
    chunk: 'pages/storefront/ContactPage',
    rendered: true,
  },
  faq: {
    title: 'FAQ',
    description: 'How buying and selling works: exclusivity, files, contracts, payment and payouts.',
    search: 'listed',
    chunk: 'pages/texts/FaqPage',
    rendered: true,
  },
  uploadInstructions: {
    title: 'Track upload guide',
    description: 'How to prepare a track for the shop: formats, levels, folders and what the archive must hold.',
    search: 'listed',
    chunk: 'pages/texts/UploadGuidePage',
    rendered: true,
  },
  privacy: {
    title: 'Privacy policy',
    description: 'Which data the shop keeps, why, and for how long.',
    search: 'listed',
    chunk: 'pages/texts/PrivacyPage',
    rendered: true,
  },
  terms: {
    title: 'Terms and conditions',
    description: 'What buyer, seller and shop agree on.',
    search: 'listed',
    chunk: 'pages/texts/TermsPage',
    rendered: true,
  },
  offerAgreement: {
    title: 'Public offer agreement',
    search: 'unlisted',
    chunk: 'pages/texts/OfferAgreementPage',
    rendered: true,
  },
  login: { title: 'Log in', search: 'unlisted', chunk: 'pages/storefront/LoginPage' },
  forgotPassword: { title: 'Forgot password', search: 'unlisted', chunk: 'pages/account/ForgotPasswordPage' },
  resetPassword: { title: 'Reset password', search: 'unlisted', chunk: 'pages/account/ResetPasswordPage' },
  confirmEmail: { title: 'Confirm e-mail address', search: 'unlisted', chunk: 'pages/account/ConfirmEmailPage' },
  undoEmailChange: { title: 'Undo change of address', search: 'unlisted', chunk: 'pages/account/UndoEmailChangePage' },
  confirmContact: { title: 'Confirm contact address', search: 'unlisted', chunk: 'pages/account/ConfirmContactPage' },
  admin: { title: 'Admin', saidByPage: true, search: 'closed', chunk: 'app/admin/AdminRoutes' },
  account: { title: 'My account', search: 'closed', chunk: 'pages/account/AccountPage' },
  cart: { title: 'Cart', search: 'closed', chunk: 'pages/lists/CartPage' },
  wishlist: { title: 'Wishlist', search: 'unlisted', chunk: 'pages/lists/WishlistPage' },
  checkout: { title: 'Checkout', search: 'closed', chunk: 'pages/checkout/CheckoutPage' },
  orderSuccess: { title: 'Your order', search: 'unlisted', chunk: 'pages/checkout/OrderSuccessPage' },
  confirmSubscription: {
    title: 'Confirm subscription',
    search: 'unlisted',
    chunk: 'pages/newsletter/ConfirmSubscriptionPage',
  },
  subscriptionConfirmed: {
    title: 'Subscription confirmed',
    search: 'unlisted',
    chunk: 'pages/newsletter/SubscriptionConfirmedPage',
  },
  unsubscribe: { title: 'Unsubscribe', search: 'unlisted', chunk: 'pages/newsletter/UnsubscribePage' },
};

type NamedTrack = Pick<ProductView, 'name' | 'store_name'>;
type DescribedTrack = Pick<ProductView, 'category' | 'bpm' | 'music_key' | 'key_mode' | 'type'>;

const titleOf = ({ name, store_name }: NamedTrack) => `${name} by ${store_name}`;

/** The known facts of a track's sound, as in "Techno, 128 bpm, A minor, Instrumental". */
export const factsOf = ({ category, bpm, music_key, key_mode, type }: DescribedTrack) =>
  [category, bpm && `${bpm} bpm`, [music_key, key_mode].filter(Boolean).join(' '), type].filter(Boolean).join(', ');

/** Title and description of the page of a track that is for sale. */
export const trackText = (track: NamedTrack & DescribedTrack): PageText => ({
  title: titleOf(track),
  description: `${titleOf(track)}: ${factsOf(track)}. Hear it in full, buy it once, own it alone.`,
});

/** Title and description of the page of a sold track (docs/product/catalogue.md#a-sold-track). */
export const soldTrackText = (track: NamedTrack): PageText => ({
  title: `${titleOf(track)} (sold)`,
  description: `${titleOf(track)} is sold: each track is sold once. Hear others like it.`,
});
