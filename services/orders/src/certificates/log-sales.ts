import { inTx } from '@shop/messaging';
import type { CertificateChange, ChangeReason } from '@shop/contracts/constants';
import type { CustomerInfo } from '@shop/contracts/views';
import type { EntityManager } from 'typeorm';
import { appendLeaves, changeLeaf, saleLeaf } from '../sales-log/log';
import type { ServiceContext } from '../context';
import { deliveredFiles } from '../orders/links';
import type { TrackPackage } from '../product-copies/product-copy.entity';
import { buyerHash, certificateText, sha256 } from './certificate';
import { certify } from './certify';

const BATCH = 100;
/** Ends a turn after this many batches, so that a large old shop does not log for minutes on end. */
const BATCHES_A_TURN = 50;
/** One replica logs at a time, so that the changes of a certificate stand in their order. */
const LOCK = `SELECT pg_try_advisory_xact_lock(hashtext('log-sales')) AS locked`;

/**
 * Writes the certificates whose contracts are drawn, and appends them and their changes to the sales log, as a task. What was
 * committed with the sale waits for it, whatever happens in between (docs/product/certificates.md).
 */
export async function logSales(context: ServiceContext): Promise<void> {
  for (let batch = 1; (await logSome(context)) === BATCH && batch < BATCHES_A_TURN; batch += 1);
}

/** @returns how many leaves it appended, at most a batch */
const logSome = (context: ServiceContext): Promise<number> =>
  inTx(context.source, async ({ db }) => {
    const [lock] = await db.query<[{ locked: boolean }]>(LOCK);
    if (!lock.locked) return 0;
    await certifyMissed(db);
    const sales = (await salesToLog(db)).map((row) => ({ ...row, ...saleOf(context, row) }));
    // A change comes after its sale: those of this batch wait for the next one.
    const changes = sales.length < BATCH ? await changesToLog(db, BATCH - sales.length) : [];
    const leaves = [...sales.map(({ leaf }) => leaf), ...changes.map((change) => changeOf(context, change))];
    if (leaves.length === 0) return 0;
    const first = await appendLeaves(db, { publicUrl: context.publicUrl, keys: context.signingKeys.log }, leaves);
    await saveSales(db, sales, first);
    await saveChanges(db, changes, first + sales.length);
    return leaves.length;
  });

/** Certifies what a replica of an older release sold during a roll-out. The contracts of these sales name no certificate. */
async function certifyMissed(db: EntityManager): Promise<void> {
  const missedSales = await db.query<{ orderId: number; productId: number; certificateCode: string | null }[]>(
    `SELECT order_id AS "orderId", product_id AS "productId", NULL AS "certificateCode"
     FROM orders JOIN order_items ON order_id = orders.id
     WHERE paid_at > now() - interval '1 day' AND certificate_code IS NULL LIMIT $1`,
    [BATCH],
  );
  if (missedSales.length > 0) await certify(db, missedSales);
}

type SaleRow = {
  order_id: number;
  product_id: number;
  salt: string | null;
  code: string;
  name: string;
  store_name: string;
  seller_id: number | null;
  contract_hash: string | null;
  project_chosen: boolean;
  package: TrackPackage | null;
  customer: CustomerInfo;
  paid_at: Date;
  site_name: string | null;
  site_time_zone: string | null;
};

const salesToLog = (db: EntityManager) =>
  db.query<SaleRow[]>(
    `SELECT order_id, product_id, salt, certificate_code AS code, name, store_name, seller_id, contract_hash, project_chosen, package,
       customer, paid_at, site_name, site_time_zone
     FROM certificates JOIN order_items USING (order_id, product_id) JOIN orders ON orders.id = order_id
     WHERE leaf_index IS NULL AND (contract_hash IS NOT NULL OR contracts_hashed)
     ORDER BY made_at, order_id, product_id LIMIT $1`,
    [BATCH],
  );

function saleOf({ siteName, timeZone }: ServiceContext, row: SaleRow): { text: string; leaf: string } {
  const shop = row.site_name ?? siteName;
  const day = dayIn(row.site_time_zone ?? timeZone, row.paid_at);
  const track = String(row.product_id);
  const files = deliveredFiles({ trackPackage: row.package, projectChosen: row.project_chosen, refunded: null });
  const recording = {
    master: files.find(({ role }) => role === 'master')?.sha256 ?? null,
    fingerprint: row.package?.fingerprint?.sha256 ?? null,
  };
  const text = certificateText({
    ...recording,
    buyer: row.salt === null ? null : buyerHash(row.salt, nameOf(row.customer)),
    code: row.code,
    contract: row.contract_hash,
    day,
    files: files.map(({ path, sha256 }) => ({ path, sha256 })),
    shop,
    store: row.seller_id === null ? shop : row.store_name,
    title: row.name,
    track,
  });
  return { text, leaf: saleLeaf({ ...recording, certificate: sha256(row.code), day, text: sha256(text), track }) };
}

export const nameOf = ({ firstName, lastName }: Pick<CustomerInfo, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`;

/** A day as 2026-11-30. */
export const dayIn = (timeZone: string, at: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);

type ChangeRow = {
  id: string;
  code: string;
  kind: CertificateChange;
  reason: ChangeReason;
  changed_at: Date;
  site_time_zone: string | null;
};

const changesToLog = (db: EntityManager, most: number) =>
  db.query<ChangeRow[]>(
    `SELECT change.id, certificate_code AS code, kind, reason, changed_at, site_time_zone
     FROM certificate_changes AS change JOIN certificates USING (order_id, product_id)
       JOIN order_items USING (order_id, product_id) JOIN orders ON orders.id = order_id
     WHERE change.leaf_index IS NULL AND certificates.leaf_index IS NOT NULL ORDER BY change.id LIMIT $1`,
    [most],
  );

const changeOf = ({ timeZone }: ServiceContext, { code, kind, reason, changed_at, site_time_zone }: ChangeRow): string =>
  changeLeaf({ certificate: sha256(code), day: dayIn(site_time_zone ?? timeZone, changed_at), kind, reason });

const saveSales = (db: EntityManager, sales: readonly (SaleRow & { text: string })[], first: number) =>
  db.query(
    `UPDATE certificates SET text = logged.text, leaf_index = $4::bigint + logged.position - 1
     FROM unnest($1::int[], $2::int[], $3::text[]) WITH ORDINALITY AS logged (order_id, product_id, text, position)
     WHERE certificates.order_id = logged.order_id AND certificates.product_id = logged.product_id`,
    [sales.map(({ order_id }) => order_id), sales.map(({ product_id }) => product_id), sales.map(({ text }) => text), first],
  );

const saveChanges = (db: EntityManager, changes: readonly ChangeRow[], first: number) =>
  db.query(
    `UPDATE certificate_changes SET leaf_index = $2::bigint + logged.position - 1
     FROM unnest($1::bigint[]) WITH ORDINALITY AS logged (id, position) WHERE certificate_changes.id = logged.id`,
    [changes.map(({ id }) => id), first],
  );
