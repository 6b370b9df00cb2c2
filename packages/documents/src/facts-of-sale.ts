import { keyText } from '@shop/contracts/finding';
import { pageAddress } from '@shop/contracts/pages';
import type { ContractFacts, DeclaredOrigins } from './contract-text';

type Sale = {
  orderId: number;
  capturedAt: string;
  /** The newest head of the sales log at the sale; null or left out when there was no log. */
  log?: { size: number; root: string } | null;
  /** The version of the terms that the buyer accepted; null or left out when it is not known. */
  termsVersion?: string | null;
  customer: { firstName: string; lastName: string; email: string; country: string };
};
type SoldItem = {
  name: string;
  category: string;
  /** Null or left out when it is not known. */
  musicKey?: string | null;
  keyMode?: string | null;
  /** Null for the operator's own tracks. */
  sellerId: number | null;
  storeName: string;
  priceCents: number;
  projectCents: number;
  discountCents: number;
  projectName: string | null;
  /** The code of its certificate; null or left out when it has none. */
  certificateCode?: string | null;
  /** Null or left out when its seller declared nothing. */
  origins?: DeclaredOrigins | null;
};

/** The shop as it was at the sale. */
type Site = { name: string; timeZone: string; url?: string | null };

/** The facts of the contract about one item of a paid order. Every service that renders it from these facts gets the same bytes. */
export const contractFactsOf = (
  { name, timeZone, url }: Site,
  { orderId, capturedAt, log, termsVersion, customer }: Sale,
  item: SoldItem,
): ContractFacts => ({
  siteName: name,
  timeZone,
  orderNumber: orderId,
  orderDate: new Date(capturedAt).toISOString(),
  trackName: item.name,
  genre: item.category,
  ...(item.musicKey && { key: keyText({ music_key: item.musicKey, key_mode: item.keyMode ?? null }) }),
  // A track may have been announced under an earlier name of the shop.
  storeName: item.sellerId === null ? name : item.storeName,
  ownRelease: item.sellerId === null,
  buyerName: `${customer.firstName} ${customer.lastName}`,
  buyerEmail: customer.email,
  buyerCountry: customer.country,
  priceCents: item.priceCents,
  projectName: item.projectCents > 0 ? item.projectName : null,
  projectCents: item.projectCents,
  discountCents: item.discountCents,
  ...(url &&
    log &&
    item.certificateCode && {
      certificate: {
        address: new URL(pageAddress('certificate', { code: item.certificateCode }), url).href,
        logSize: log.size,
        logRoot: log.root,
        termsVersion: termsVersion ?? null,
      },
      ...(item.origins && { origins: item.origins }),
    }),
});

/**
 * A file name for the contract that every operating system accepts: letters without accents, digits and hyphens. A name in other
 * letters disappears, so the track's id tells the contracts of an order apart.
 */
export const contractFileName = (orderId: number, { productId, name }: { productId: number; name: string }) =>
  `contract-${orderId}-${productId}-${
    name
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .slice(0, 60)
      .replace(/^-+|-+$/g, '')
      .toLowerCase() || 'track'
  }.pdf`;
