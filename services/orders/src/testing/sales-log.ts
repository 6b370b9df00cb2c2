import { createHash } from 'node:crypto';
import { forEachTest, openTestDatabase, type TestDatabase } from '@shop/runtime/testing';
import { schema } from '../database';
import { appendLeaves, canonicalJson, changeLeaf, saleLeaf, type Signing } from '../sales-log/log';

type TestLog = TestDatabase & {
  signing: Signing;
  append: (...leaves: string[]) => Promise<number>;
  close: () => Promise<void>;
};

async function openTestLog(): Promise<TestLog> {
  const db = await openTestDatabase(schema);
  const signing: Signing = { publicUrl: 'https://shop.example', keys: [Buffer.alloc(32, 2)] };
  const append = (...leaves: string[]) => db.source.transaction((manager) => appendLeaves(manager, signing, leaves));
  return { ...db, signing, append, close: db.drop };
}

/** A sales log without a leaf for each test of the file. */
export const useLog = () => forEachTest(openTestLog);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

type Sold = { orderId: number; productId: number; master?: string | null; fingerprint?: string | null };

/** The text of a certificate as far as the log relies on it. */
const certificateText = ({ orderId, productId, master = null, fingerprint = null }: Sold) =>
  canonicalJson({ code: codeOf({ orderId, productId }), day: '2026-11-29', fingerprint, master, track: String(productId), v: 1 });

/** Of any letters that codes have. */
const codeOf = ({ orderId, productId }: Pick<Sold, 'orderId' | 'productId'>) => `${orderId}x${productId}`.padStart(26, '0');

/** Sells a track, with its certificate and its leaf. @returns the leaf's index */
export async function sell({ source, signing }: Pick<TestLog, 'source' | 'signing'>, sold: Sold): Promise<number> {
  const { orderId, productId, master = null, fingerprint = null } = sold;
  const text = certificateText(sold);
  return source.transaction(async (db) => {
    await db.query(
      `INSERT INTO orders (id, ref, buyer_id, way, customer, subtotal_cents, discount_cents, fee_cents, total_cents, payment_state, paid_at)
       OVERRIDING SYSTEM VALUE VALUES ($1, gen_random_uuid(), 1, 'arranged', '{}', 100, 0, 0, 100, 'paid', now() - interval '1 day') ON CONFLICT DO NOTHING`,
      [orderId],
    );
    await db.query(
      `INSERT INTO order_items (order_id, product_id, position, name, category, img, store_name, project_chosen, price_cents, project_cents, discount_cents, paid_cents, certificate_code)
       VALUES ($1, $2, $2, 'Salt', 'Techno', '', 'Ghostline', false, 100, 0, 0, 100, $3)`,
      [orderId, productId, codeOf(sold)],
    );
    const leaf = {
      certificate: sha256(codeOf(sold)),
      day: '2026-11-29',
      fingerprint,
      master,
      text: sha256(text),
      track: String(productId),
    };
    const index = await appendLeaves(db, signing, [saleLeaf(leaf)]);
    await db.query('INSERT INTO certificates (order_id, product_id, text, salt, leaf_index) VALUES ($1, $2, $3, $4, $5)', [
      ...[orderId, productId, text, 'salt', index],
    ]);
    return index;
  });
}

/** Notes a change of a certificate, with its leaf. */
export async function change(
  { source, signing }: Pick<TestLog, 'source' | 'signing'>,
  sold: Pick<Sold, 'orderId' | 'productId'>,
  kind: 'suspended' | 'revoked' | 'reinstated',
): Promise<void> {
  await source.transaction(async (db) => {
    const day = '2026-11-30';
    const index = await appendLeaves(db, signing, [
      changeLeaf({ certificate: sha256(codeOf(sold)), day, kind, reason: 'refund' }),
    ]);
    await db.query(
      `INSERT INTO certificate_changes (order_id, product_id, kind, reason, changed_at, leaf_index)
       VALUES ($1, $2, $3, 'refund', $4::timestamp AT TIME ZONE 'Europe/Moscow', $5)`,
      [sold.orderId, sold.productId, kind, day, index],
    );
  });
}
