import type { CertificateChange, CertificateState, ChangeReason } from '@shop/contracts/constants';
import type { CertificateView, CustomerInfo, JwksView, LogProofView } from '@shop/contracts/views';
import { conflict, forbidden, notFound, Refusal, type UserCaller } from '@shop/http';
import type { DataSource, EntityManager } from 'typeorm';
import { inclusionPath, newestHead } from '../sales-log/log';
import type { ServiceContext, Settings } from '../context';
import { publicKeyOf } from '../sales-log/note';
import { jwkOf, signText } from './certificate';
import { dayIn, nameOf } from './log-sales';

type Parts = Pick<ServiceContext, 'source' | 'publicUrl' | 'signingKeys' | 'timeZone' | 'siteName'>;

type Row = {
  order_id: number;
  product_id: number;
  name: string;
  shows_buyer: boolean;
  salt: string | null;
  customer: CustomerInfo;
  paid_at: Date;
  site_name: string | null;
  site_time_zone: string | null;
  text: string | null;
  leaf_index: string | null;
};
type Change = { kind: CertificateChange; reason: ChangeReason; changed_at: Date; leaf_index: string | null };

/** @throws Refusal 404 */
async function rowOf(db: EntityManager, code: string): Promise<Row> {
  const [row] = await db.query<Row[]>(
    `SELECT order_id, product_id, name, shows_buyer, salt, customer, paid_at, site_name, site_time_zone, text, leaf_index
     FROM order_items JOIN certificates USING (order_id, product_id) JOIN orders ON orders.id = order_id
     WHERE certificate_code = $1`,
    [code],
  );
  if (!row) throw notFound('certificate');
  return row;
}

const changesOf = (db: EntityManager, { order_id, product_id }: Row) =>
  db.query<Change[]>(
    `SELECT kind, reason, changed_at, leaf_index FROM certificate_changes
     WHERE order_id = $1 AND product_id = $2 ORDER BY id`,
    [order_id, product_id],
  );

const STATE_AFTER: Record<CertificateChange, CertificateState> = {
  suspended: 'suspended',
  revoked: 'revoked',
  reinstated: 'valid',
};

/** The newest change decides; without one the certificate is valid since the sale. */
function stateOf(row: Row, changes: readonly Change[], timeZone: string): CertificateView['state'] {
  const zone = row.site_time_zone ?? timeZone;
  const last = changes.at(-1);
  if (!last) return { state: 'valid', day: dayIn(zone, row.paid_at), reason: null };
  return { state: STATE_AFTER[last.kind], day: dayIn(zone, last.changed_at), reason: last.reason };
}

/** A sale whose contract is not drawn yet: the log has it within 20 seconds. */
const notReady = () =>
  new Refusal('unavailable', 'not-ready', 'The sale is a few seconds old, and not in the log yet. Please try again.', {
    retryAfterSeconds: 5,
  });

/**
 * A certificate as everybody may see it, with its place in the newest head of the log (docs/product/certificates.md).
 * @throws Refusal 404, 503 while the sale is not in the log yet
 */
export async function certificateOf(parts: Parts, code: string): Promise<CertificateView> {
  const { manager } = parts.source;
  const row = await rowOf(manager, code);
  if (row.text === null || row.leaf_index === null) throw notReady();
  const changes = await changesOf(manager, row);
  const head = await headOf(parts);
  const index = Number(row.leaf_index);
  return {
    jws: await signText(row.text, parts.signingKeys.certificate[0]),
    certificate: row.text,
    // a change counts here once it is in the log, so that whoever checks the answer finds what it says
    state: stateOf(
      row,
      changes.filter(({ leaf_index }) => leaf_index !== null),
      parts.timeZone,
    ),
    log: { index, path: await inclusionPath(manager, index, head.size), checkpoint: head.note },
    buyer: row.shows_buyer && row.salt !== null ? { name: nameOf(row.customer), salt: row.salt } : null,
  };
}

const headOf = ({ source, publicUrl, signingKeys }: Parts) => newestHead(source.manager, { publicUrl, keys: signingKeys.log });

/**
 * Proofs that a sale and the changes of its certificate are in the log, all in its newest head.
 * @throws Refusal 404, 503 while the sale is not in the log yet
 */
export async function proveInLog(parts: Parts, code: string): Promise<LogProofView> {
  const { manager } = parts.source;
  const row = await rowOf(manager, code);
  if (row.leaf_index === null) throw notReady();
  const changes = await changesOf(manager, row);
  const head = await headOf(parts);
  const proofOf = async (index: number) => ({ index, path: await inclusionPath(manager, index, head.size) });
  return {
    ...(await proofOf(Number(row.leaf_index))),
    checkpoint: head.note,
    changes: await Promise.all(changes.flatMap(({ leaf_index }) => (leaf_index === null ? [] : [proofOf(Number(leaf_index))]))),
  };
}

/** What a badge says. @throws Refusal 404 */
export async function badgeFacts(parts: Parts, code: string) {
  const row = await rowOf(parts.source.manager, code);
  const { state, day } = stateOf(row, await changesOf(parts.source.manager, row), parts.timeZone);
  return { state, day, title: row.name, shop: row.site_name ?? parts.siteName };
}

/**
 * Shows the buyer's name on the certificate of a track, or takes it back (docs/product/certificates.md#the-buyers-name).
 * @throws Refusal 403 for foreign and unknown orders, 404 for a track that is not in it, 409 while it is not paid
 */
export async function showBuyer(db: EntityManager, caller: UserCaller, orderId: number, productId: number, isShown: boolean) {
  const [order] = await db.query<{ has_item: boolean; has_certificate: boolean }[]>(
    `SELECT EXISTS (SELECT 1 FROM order_items WHERE order_id = id AND product_id = $3) AS has_item,
       EXISTS (SELECT 1 FROM certificates WHERE order_id = id AND product_id = $3) AS has_certificate
     FROM orders WHERE id = $1 AND buyer_id = $2`,
    [orderId, caller.userId, productId],
  );
  if (!order) throw forbidden();
  if (!order.has_item) throw notFound('certificate');
  if (!order.has_certificate) throw conflict('not-paid', 'A track has a certificate once its order is paid.');
  await db.query('UPDATE order_items SET shows_buyer = $3 WHERE order_id = $1 AND product_id = $2', [
    orderId,
    productId,
    isShown,
  ]);
}

/** Stores the public keys of certificates, so that what a key signed can still be checked after it was retired. */
export const saveCertificateKeys = (source: DataSource, keys: Settings['signingKeys']['certificate']) =>
  source.query(
    `INSERT INTO signing_keys (purpose, public_key) SELECT 'certificate', key FROM unnest($1::bytea[]) AS key ON CONFLICT DO NOTHING`,
    [keys.map(publicKeyOf)],
  );

/** The public keys that certificates are checked with: the one that signs first, then the newer before the older ones. */
export async function publicKeys({ source, signingKeys }: Parts): Promise<JwksView> {
  const current = signingKeys.certificate.map(publicKeyOf);
  const storedKeys = await source.query<{ public_key: Buffer }[]>(
    `SELECT public_key FROM signing_keys WHERE purpose = 'certificate' ORDER BY added_at DESC`,
  );
  const earlier = storedKeys.map((row) => row.public_key).filter((key) => !current.some((other) => other.equals(key)));
  return { keys: [...current, ...earlier].map(jwkOf) };
}
