import { PACKAGE_LIMITS, type FindingCode } from '@shop/contracts/constants';
import type { DataOf, LinksRevoked, OrderCaptured, RefundDone, SalesAnnounced } from '@shop/contracts/events';
import type { PackageView } from '@shop/contracts/views';
import { conflict, notFound, type UserCaller } from '@shop/http';
import { saveIfNewer, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { verdictOf } from './check/findings';
import { Package } from './package.entity';
import { packageView } from './package-queries';

/**
 * A package for its maker and for admins whom the call lets in; for who has bought its track, what is delivered to them
 * (docs/product/packages.md#what-a-buyer-sees).
 * @throws Refusal 404 for others, 409 `on-hold` while the bought track is frozen
 */
export async function readPackage(db: EntityManager, { userId, admin }: UserCaller, id: number): Promise<PackageView> {
  const pack = await db.findOneBy(Package, { id });
  if (!pack) throw notFound('package');
  if (admin || pack.makerId === userId) return packageView(db, pack);
  const purchase = await purchaseOf(db, userId, id);
  if (!purchase) throw notFound('package');
  if (purchase.frozen) throw conflict('on-hold', 'This package is on hold until a problem with the purchase is decided.');
  return forBuyer(await packageView(db, pack), purchase.project);
}

/** The newest purchase by which an account gets the package, if any still stands. */
async function purchaseOf(db: EntityManager, buyerId: number, packageId: number) {
  const [purchase] = await db.query<{ project: boolean; frozen: boolean }[]>(
    `SELECT project AND refunded IS NULL AS project, coalesce(frozen, false) AS frozen
     FROM bought_tracks JOIN products ON products.id = bought_tracks.product_id
       LEFT JOIN frozen_tracks USING (order_id, product_id)
     WHERE package_id = $1 AND buyer_id = $2 AND refunded IS DISTINCT FROM 'track'
       AND NOT EXISTS (SELECT FROM ended_orders WHERE ended_orders.order_id = bought_tracks.order_id AND ended)
     ORDER BY order_id DESC LIMIT 1`,
    [packageId, buyerId],
  );
  return purchase;
}

/** Findings that compare with other recordings: what is sold nevertheless, an owner has judged. */
const JUDGED_BY_THE_SHOP: ReadonlySet<string> = new Set<FindingCode>(['known-recording', 'similar-recording']);

/**
 * Without what is for the maker and reviewers: what the maker does about a finding, likeness to other recordings, and who has overruled
 * something, why. An overruled fail is a note. Without `hasProject`, the project's files and what was found in them are left out too.
 */
function forBuyer(whole: PackageView, hasProject: boolean): PackageView {
  const files = whole.files.filter(({ role }) => hasProject || role !== 'project');
  const paths = new Set(files.map(({ path }) => path));
  const findings = (whole.report?.findings ?? [])
    .filter(({ code, file }) => !JUDGED_BY_THE_SHOP.has(code) && (file === undefined || paths.has(file)))
    .map(({ overruled, ...finding }) => ({ ...finding, level: overruled ? ('note' as const) : finding.level, todo: '' }));
  return {
    ...whole,
    files,
    sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    uploads: [],
    report: whole.report && { verdict: verdictOf(findings), findings },
  };
}

/** SQL over a row of `bought_tracks`: the track itself did not go back, so it was sold to nobody else since. */
const STANDS = `refunded IS DISTINCT FROM 'track'`;
/** SQL over the same: the time for which its files stay is over. */
const IS_OVER = `(buyer_id IS NULL OR coalesce(sold_at < now() - interval '${PACKAGE_LIMITS.soldYears} years', false))`;

/** Keeps who has bought which tracks, and whether with the project. */
export async function saveBuyerWhenOrderCaptured(
  { db }: Tx,
  { orderId, buyerId, items, capturedAt }: DataOf<typeof OrderCaptured>,
) {
  await db.query(
    `INSERT INTO bought_tracks AS known (order_id, product_id, buyer_id, project, sold_at)
     SELECT $1, product_id, $2, project, $5::timestamptz FROM unnest($3::int[], $4::bool[]) AS bought (product_id, project) ORDER BY product_id
     ON CONFLICT (order_id, product_id) DO UPDATE SET project = excluded.project, sold_at = excluded.sold_at`,
    [orderId, buyerId, items.map(({ productId }) => productId), items.map(({ projectUrl }) => projectUrl !== null), capturedAt],
  );
}

/**
 * Saves who has bought the tracks of sales of before. What a refund or newer links have said meanwhile holds, and so does that a buyer
 * was erased.
 */
export async function saveBuyersWhenSalesAnnounced({ db }: Tx, { sales }: DataOf<typeof SalesAnnounced>) {
  const items = sales.flatMap(({ items: tracks, ...sale }) => tracks.map((track) => ({ ...track, ...sale })));
  await db.query(
    `INSERT INTO bought_tracks AS known (order_id, product_id, buyer_id, project, refunded, sold_at)
     SELECT * FROM unnest($1::int[], $2::int[], $3::int[], $4::bool[], $5::text[], $6::timestamptz[]) ORDER BY 1, 2
     ON CONFLICT (order_id, product_id) DO UPDATE SET project = excluded.project, sold_at = excluded.sold_at,
       refunded = CASE WHEN 'track' IN (known.refunded, excluded.refunded) THEN 'track' ELSE coalesce(known.refunded, excluded.refunded) END`,
    [
      items.map(({ orderId }) => orderId),
      items.map(({ productId }) => productId),
      items.map(({ buyerId }) => buyerId),
      items.map(({ project }) => project),
      items.map(({ refunded }) => refunded),
      items.map(({ capturedAt }) => capturedAt),
    ],
  );
  await db.query(
    `INSERT INTO ended_orders AS known (order_id, revision, ended)
     SELECT * FROM unnest($1::int[], $2::int[], $3::bool[]) AS sale (order_id, revision, ended)
     WHERE ended OR EXISTS (SELECT FROM ended_orders WHERE ended_orders.order_id = sale.order_id) ORDER BY 1
     ON CONFLICT (order_id) DO UPDATE SET revision = excluded.revision, ended = excluded.ended
     WHERE known.revision < excluded.revision`,
    [sales.map(({ orderId }) => orderId), sales.map(({ revision }) => revision), sales.map(({ ended }) => ended)],
  );
  await leaveOutErasedBuyers(db);
}

/** Takes the numbers of erased accounts out of what was bought: a sale or a refund may be heard after its buyer was erased. */
const leaveOutErasedBuyers = (db: EntityManager) =>
  db.query('UPDATE bought_tracks SET buyer_id = NULL FROM erased_accounts WHERE buyer_id = user_id');

/** Ends what a refund takes back: a track with all its files, or its project's files alone. It may be heard before the sale. */
export async function endAccessWhenRefundDone({ db }: Tx, { orderId, buyerId, items, full }: DataOf<typeof RefundDone>) {
  const back = items.filter(({ linkEnded }) => full || linkEnded);
  const tracks = back.filter(({ project }) => full || !project).map(({ productId }) => productId);
  const productIds = [...new Set(back.map((item) => item.productId))].sort((a, b) => a - b);
  for (const productId of productIds)
    await db.query(
      `INSERT INTO bought_tracks AS known (order_id, product_id, buyer_id, refunded) VALUES ($1, $2, $3, $4)
       ON CONFLICT (order_id, product_id) DO UPDATE SET refunded = excluded.refunded
       WHERE known.refunded IS DISTINCT FROM 'track'`,
      [orderId, productId, buyerId, tracks.includes(productId) ? 'track' : 'project'],
    );
}

/** Ends the access to all packages of an order, or brings it back: newer links say which. */
export const endAccessWhenLinksRevoked = ({ db }: Tx, { orderId, revision, ended }: DataOf<typeof LinksRevoked>) =>
  saveIfNewer(db, { table: 'ended_orders', key: 'order_id', version: 'revision' }, { order_id: orderId, revision, ended });

/**
 * Deletes the files of sold tracks ten years after the sale, and when their buyer is erased, with what was found in them: nobody may
 * fetch them any more. Names and hashes stay with the sale, in orders, and the fingerprint stays here
 * (docs/product/packages.md#a-package-on-sale).
 */
export async function forgetFilesOfOldSales(db: EntityManager): Promise<void> {
  await leaveOutErasedBuyers(db);
  await db.query(
    `WITH over AS (
       SELECT id FROM products WHERE claim = 'sold'
         AND EXISTS (SELECT FROM bought_tracks WHERE product_id = products.id AND ${STANDS} AND ${IS_OVER})
         AND NOT EXISTS (SELECT FROM bought_tracks WHERE product_id = products.id AND ${STANDS} AND NOT ${IS_OVER})
     ), gone AS (
       SELECT packages.id FROM packages JOIN over
         ON packages.id = (SELECT package_id FROM products WHERE products.id = over.id)
           OR (packages.product_id = over.id AND NOT EXISTS (SELECT FROM products WHERE package_id = packages.id))
       WHERE published AND EXISTS (SELECT FROM package_files WHERE package_id = packages.id)
     ), blanked AS (
       UPDATE packages SET report = NULL WHERE id IN (SELECT id FROM gone))
     DELETE FROM package_files WHERE package_id IN (SELECT id FROM gone)`,
  );
}
