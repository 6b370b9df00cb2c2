import assert from 'node:assert/strict';
import type { SoundOrigins } from '@shop/contracts/forms';
import { itemCents, splitByLargestRemainder, totalsOf, type Totals } from '@shop/contracts/pricing';
import type { SoundView } from '@shop/contracts/views';
import type { EntityManager } from 'typeorm';
import type { Coupon } from '../coupons/coupon.entity';
import { couponRefusal } from '../coupons/coupon-limits';
import type { OrderItem } from '../orders/order-item.entity';
import { NOT_SELLING } from '../product-copies/copy-store';
import type { TrackPackage } from '../product-copies/product-copy.entity';
import { IN_THE_WAY, WHY_IN_THE_WAY, type Obstacle } from '../claims/claims';
import { checkoutConflict, totalsOfRest, type Problem } from './conflicts';

/** The shown amounts are compared, never trusted (docs/product/checkout.md#what-the-client-sends-is-compared). */
export type Wish = {
  productIds: number[];
  projectIds: number[];
  couponId: number | null;
  shownTotalCents: number;
  shownDiscountCents: number | null;
};

type QuotedItem = Omit<
  OrderItem,
  | 'orderId'
  | 'linkRevision'
  | 'downloadCount'
  | 'projectDownloadCount'
  | 'contractHash'
  | 'certificateCode'
  | 'refunded'
  | 'showsBuyer'
  | 'frozenFor'
  | 'freezeVersion'
>;
export type Quote = { items: QuotedItem[]; totals: Totals; coupon: Coupon | null };

/** One text for unknown and ended coupons, and codes this buyer has not entered lately: nobody can tell these apart. */
const NOT_SHOWN = 'This coupon cannot be used. Please enter its code again.';

type TrackOffer = {
  id: number;
  /** The track has left the shop, or its store may not sell. */
  removed: boolean;
  name: string;
  category: string;
  img: string;
  priceCents: number;
  includeProject: boolean;
  hasProject: boolean;
  projectName: string | null;
  sellerId: number | null;
  sellerUserId: number | null;
  storeName: string;
  sound: SoundView | null;
  soundOrigins: SoundOrigins | null;
  trackPackage: TrackPackage | null;
};

/**
 * What a wish is priced with: its tracks, its coupon, and the buyer's orders that it replaces. `needsProjects` refuses a project
 * that a track does not have, instead of ignoring it.
 */
type Basis = { asked: readonly WishedTrack[]; coupon: Coupon | null; replaced?: readonly number[]; needsProjects?: boolean };

/**
 * Prices a wish from our own copies of the tracks (`asked`), in integer cents (docs/product/checkout.md#totals). The caller has
 * locked the rows of the orders that it replaces, then the coupon.
 * @throws Refusal 409 (sold, held, removed, own-track, coupon, price-changed) with the right totals
 */
export async function quote(
  db: EntityManager,
  buyerId: number,
  wish: Wish,
  { asked, coupon, replaced = [], needsProjects = false }: Basis,
): Promise<Quote> {
  const tracks = asked.flatMap(({ track }) => track ?? []);
  const percent = coupon?.discountPercent ?? 0;

  const problems = asked.flatMap((entry) => problemOf(entry, buyerId) ?? []);
  if (problems.length > 0) throw checkoutConflict(problems, totalsOfRest(tracks, problems, percent));

  const totals = totalsOf(tracks, percent);
  const priceProblems = tracks.map(({ id, name, priceCents, includeProject, hasProject }) => ({
    id,
    name,
    code: 'price-changed' as const,
    priceCents,
    projectGone: includeProject && !hasProject,
  }));
  if (wish.couponId !== null) {
    const { subtotalCents } = totals;
    const why = coupon ? await couponRefusal(db, coupon, { buyerId, subtotalCents, replaced }) : NOT_SHOWN;
    if (why) throw checkoutConflict(priceProblems, totalsOf(tracks), why);
  }
  const shownRight =
    wish.shownTotalCents === totals.totalCents &&
    (wish.shownDiscountCents === null || wish.shownDiscountCents === totals.discountCents);
  const lacksProject = needsProjects && priceProblems.some(({ projectGone }) => projectGone);
  if (!shownRight || lacksProject) throw checkoutConflict(priceProblems, totals);
  return { items: quotedItems(tracks, totals), totals, coupon };
}

/** A track of the wish: the copy of it, and what keeps this buyer from buying it. */
type WishedTrack = { id: number; track: TrackOffer | null; obstacle: Omit<Obstacle, 'productId'> | null };

export async function wishedTracks(db: EntityManager, buyerId: number, wish: Wish): Promise<WishedTrack[]> {
  const rows = await db.query<(TrackOffer & { known: boolean; code: Obstacle['code'] | null; until: Date | null })[]>(
    `SELECT id, copy.product_id IS NOT NULL AS known, claim.code, claim.until,
       removed OR ${NOT_SELLING} AS removed, name, category, img, price_cents AS "priceCents", project_name AS "projectName",
       project_name IS NOT NULL AS "hasProject", id = ANY($3) AS "includeProject", seller_id AS "sellerId",
       coalesce(stores.user_id, seller_user_id) AS "sellerUserId", coalesce(stores.store_name, copy.store_name) AS "storeName", sound,
       sound_origins AS "soundOrigins", package AS "trackPackage"
     FROM unnest($1::int[]) WITH ORDINALITY AS wished (id, nth)
       LEFT JOIN product_copies AS copy ON copy.product_id = id LEFT JOIN stores USING (seller_id)
       LEFT JOIN (SELECT product_id, ${WHY_IN_THE_WAY} AS code, expires_at AS until FROM sale_claims WHERE ${IN_THE_WAY}) AS claim
         ON claim.product_id = id
     ORDER BY nth`,
    [wish.productIds, buyerId, wish.projectIds],
  );
  return rows.map(({ known, code, until, ...track }) => ({
    id: track.id,
    track: known ? track : null,
    obstacle: code && { code, until },
  }));
}

function problemOf({ id, track, obstacle }: WishedTrack, buyerId: number): Problem | null {
  const name = track?.name ?? '';
  if (obstacle) return { id, name, ...obstacle };
  if (!track || track.removed) return { id, name, code: 'removed' };
  return track.sellerUserId === buyerId ? { id, name, code: 'own-track' } : null;
}

function quotedItems(tracks: readonly TrackOffer[], totals: Totals): QuotedItem[] {
  const discounts = splitByLargestRemainder(totals.discountCents, tracks.map(itemCents));
  return tracks.map((track, i) => {
    const discountCents = discounts[i];
    assert(discountCents !== undefined, 'every track has its part of the discount');
    const full = itemCents(track);
    return {
      productId: track.id,
      position: i,
      name: track.name,
      category: track.category,
      img: track.img,
      sound: track.sound,
      soundOrigins: track.soundOrigins,
      trackPackage: track.trackPackage,
      sellerId: track.sellerId,
      storeName: track.storeName,
      projectName: track.projectName,
      projectChosen: track.includeProject && track.hasProject,
      priceCents: track.priceCents,
      projectCents: full - track.priceCents,
      discountCents,
      paidCents: full - discountCents,
    };
  });
}
