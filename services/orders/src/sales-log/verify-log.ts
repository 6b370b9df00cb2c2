import { createHash } from 'node:crypto';
import { invalid } from '@shop/http';
import { allowLong } from '@shop/postgres';
import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { changeLeaf, saleLeaf, type Change } from './leaf';
import { newestHead, type Signing } from './log';
import { EMPTY_ROOT, leafHash, nodeHash, type StoredHash } from './merkle';
import { publicKeyOf, readHead } from './note';

/** `head`: a checkpoint of before, as /log/checkpoint answered it. */
export const VerifyLogForm = z.strictObject({ head: z.string().max(4000).optional() });

/** `waiting`: sales and changes that are not in the log yet. `wentBack`: the log is older than the given head. */
type LogReport = { size: number; root: string; waiting: number; wentBack: boolean; findings: string[] };

/** So few that other requests do not wait for the hashes and signatures of a page. */
const PAGE = 500;
/** If all was overwritten, every row is a finding. */
const MOST_FINDINGS = 1000;
/** A sale is in the log once its contract is drawn, within seconds. */
const LATE = '5 minutes';

/**
 * Compares the sales log with the sales as of one moment, computes its hashes and roots again, and checks its signatures
 * (docs/product/sales-log.md#what-the-shop-checks).
 * @throws Refusal 400 for a `head` that no key of this log has signed
 */
export const verifyLog = (
  source: DataSource,
  { timeZone, ...signing }: Signing & { timeZone: string },
  { head }: z.output<typeof VerifyLogForm>,
): Promise<LogReport> =>
  source.transaction('REPEATABLE READ', async (db) => {
    await allowLong(db.queryRunner);
    const findings: string[] = [];
    const find = (finding: string) => void (findings.length < MOST_FINDINGS && findings.push(finding));
    const newest = await newestHead(db, signing);
    const keys = await publicKeys(db, signing);
    const givenHead = head === undefined ? null : readHead(head, newest.origin, keys);
    if (head !== undefined && !givenHead) throw invalid('head', `This is no head that ${newest.origin} has signed`);

    const tree = openTree();
    const checkRoot = () => {
      if (givenHead && tree.size() === givenHead.size && !givenHead.root.equals(tree.root()))
        find(`The leaves before ${givenHead.size} are not those of the given head: the history was rewritten.`);
    };
    checkRoot();
    let [next, isReadable] = [0, true];
    for (;;) {
      const leaves = await leavesFrom(db, next, timeZone);
      const heads = await headsFrom(db, next);
      if (leaves.length === 0) break;
      const hashes: StoredHash[] = [];
      for (const row of leaves) {
        if (Number(row.index) !== tree.size()) find(`Leaf ${tree.size()} is missing.`);
        hashes.push(...tree.add(leafHash(row.leaf)));
        checkRoot();
        const fault = faultOf(row);
        if (fault) find(`Leaf ${row.index} ${fault}.`);
        isReadable &&= isJson(row.leaf);
        for (const { size, root, origin, note } of heads.filter((head) => Number(head.size) === tree.size())) {
          const signedHead = readHead(note, newest.origin, keys);
          if (!root.equals(tree.root())) find(`The root of the head of ${size} is not that of its leaves.`);
          if (origin !== newest.origin || signedHead?.size !== Number(size) || !signedHead.root.equals(root))
            find(`The head of ${size} is not what was signed.`);
        }
      }
      for (const { level, index } of await otherHashes(db, hashes))
        find(`Hash ${index} of level ${level} is not that of its leaves.`);
      next = Number(leaves.at(-1)?.index) + 1;
    }
    const size = tree.size();
    if (newest.size !== size) find(`The newest head covers ${newest.size} leaves, and there are ${size}.`);
    for (const finding of [...(await surplusHashes(db, size)), ...(await lateSales(db))]) find(finding);
    if (isReadable) for (const finding of await soldTwice(db)) find(finding);
    const wentBack = givenHead !== null && givenHead.size > size;
    if (wentBack) find(`The log went back: the given head covers ${givenHead.size} leaves, and there are ${size}.`);
    return { size, root: tree.root().toString('base64'), waiting: await countWaiting(db), wentBack, findings };
  });

/** Keys that have signed, and those that will. */
async function publicKeys(db: EntityManager, { keys }: Signing): Promise<Buffer[]> {
  const rows = await db.query<{ public_key: Buffer }[]>(`SELECT public_key FROM signing_keys WHERE purpose = 'log'`);
  return [...rows.map((row) => row.public_key), ...keys.map(publicKeyOf)];
}

/** A tree that remembers its complete subtrees alone: not the code that makes the log, so that both check each other. */
function openTree() {
  const roots: (Buffer | undefined)[] = [];
  let size = 0;
  return {
    size: () => size,
    /** Adds a leaf. @returns the hashes of tiles that are complete with it */
    add(leaf: Buffer): StoredHash[] {
      const hashes = [{ level: 0, index: size, hash: leaf }];
      let [hash, height, place] = [leaf, 0, size];
      for (let left = roots[height]; left; left = roots[height]) {
        roots[height] = undefined;
        [hash, height, place] = [nodeHash(left, hash), height + 1, (place - 1) / 2];
        if (height % 8 === 0) hashes.push({ level: height / 8, index: place, hash });
      }
      roots[height] = hash;
      size += 1;
      return hashes;
    },
    root: (): Buffer =>
      roots.reduce<Buffer | undefined>((right, left) => (left && right ? nodeHash(left, right) : (left ?? right)), undefined) ??
      EMPTY_ROOT,
  };
}

type LeafRow = {
  index: string;
  leaf: string;
  sale_code: string | null;
  text: string | null;
  product_id: number | null;
  change_code: string | null;
} & Pick<Change, 'day' | 'kind' | 'reason'>;

/** A page of leaves, each with the certificate or the change that names it. */
const leavesFrom = (db: EntityManager, index: number, timeZone: string) =>
  db.query<LeafRow[]>(
    `SELECT index, leaf, item.certificate_code AS sale_code, sale.text, sale.product_id, changed.certificate_code AS change_code,
       to_char(change.changed_at AT TIME ZONE coalesce(orders.site_time_zone, $2), 'YYYY-MM-DD') AS day, change.kind, change.reason
     FROM (SELECT index, leaf FROM log_leaves WHERE index >= $1 ORDER BY index LIMIT ${PAGE}) AS leaves
       LEFT JOIN certificates sale ON sale.leaf_index = index
       LEFT JOIN order_items item ON (item.order_id, item.product_id) = (sale.order_id, sale.product_id)
       LEFT JOIN certificate_changes change ON change.leaf_index = index
       LEFT JOIN order_items changed ON (changed.order_id, changed.product_id) = (change.order_id, change.product_id)
       LEFT JOIN orders ON orders.id = change.order_id
     ORDER BY index`,
    [index, timeZone],
  );

type HeadRow = { size: string; root: Buffer; origin: string; note: string };

const headsFrom = (db: EntityManager, index: number) =>
  db.query<HeadRow[]>(`SELECT size, root, origin, note FROM log_heads WHERE size > $1 AND size <= $1 + ${PAGE} ORDER BY size`, [
    index,
  ]);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const TextFields = z.object({
  code: z.string(),
  day: z.string(),
  fingerprint: z.string().nullable(),
  master: z.string().nullable(),
});

/** What is wrong with a leaf; null when it is exactly that of its sale or change. */
function faultOf({ leaf, sale_code: sale, text, product_id: track, change_code: changeCode, ...change }: LeafRow): string | null {
  if (sale !== null && changeCode === null && text !== null) {
    const fields = isJson(text) ? TextFields.safeParse(JSON.parse(text)).data : undefined;
    if (fields?.code !== sale) return 'is not that of its sale';
    const { day, fingerprint, master } = fields;
    return leaf === saleLeaf({ certificate: sha256(sale), day, fingerprint, master, text: sha256(text), track: String(track) })
      ? null
      : 'is not that of its sale';
  }
  if (changeCode === null || sale !== null) return 'belongs to no sale';
  return leaf === changeLeaf({ certificate: sha256(changeCode), ...change }) ? null : 'is not that of its change';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The hashes of which the database has another, or none. */
async function otherHashes(db: EntityManager, hashes: readonly StoredHash[]): Promise<{ level: number; index: string }[]> {
  return db.query(
    `SELECT level, index FROM unnest($1::smallint[], $2::bigint[], $3::bytea[]) AS due (level, index, hash)
       LEFT JOIN log_hashes AS stored USING (level, index) WHERE stored.hash IS DISTINCT FROM due.hash ORDER BY level, index`,
    [hashes.map(({ level }) => level), hashes.map(({ index }) => index), hashes.map(({ hash }) => hash)],
  );
}

async function surplusHashes(db: EntityManager, size: number): Promise<string[]> {
  const rows = await db.query<{ level: number; index: string }[]>(
    'SELECT level, index FROM log_hashes WHERE index >= div($1::numeric, 256::numeric ^ level) ORDER BY level, index LIMIT 20',
    [size],
  );
  return rows.map(({ level, index }) => `Hash ${index} of level ${level} has no leaves.`);
}

/** Sales and changes that should be in the log by now. */
async function lateSales(db: EntityManager): Promise<string[]> {
  const rows = await db.query<{ finding: string }[]>(
    `SELECT format('Track %s of order %s is sold and has no certificate.', product_id, order_id) AS finding
       FROM order_items JOIN orders ON orders.id = order_id LEFT JOIN certificates USING (order_id, product_id)
       WHERE paid_at < now() - interval '${LATE}' AND made_at IS NULL
     UNION ALL SELECT format('The certificate of track %s of order %s is not in the log.', product_id, order_id)
       FROM certificates WHERE leaf_index IS NULL AND made_at < now() - interval '${LATE}'
     UNION ALL SELECT format('That track %s of order %s was %s is not in the log.', product_id, order_id, kind)
       FROM certificate_changes WHERE leaf_index IS NULL AND changed_at < now() - interval '${LATE}'
     ORDER BY finding LIMIT ${MOST_FINDINGS}`,
  );
  return rows.map(({ finding }) => finding);
}

/** Tracks and recordings of which a second sale follows the first, without a revocation between. */
async function soldTwice(db: EntityManager): Promise<string[]> {
  const rows = await db.query<{ what: string; first: string; again: string }[]>(
    `WITH entries AS MATERIALIZED (SELECT index, leaf::jsonb AS leaf FROM log_leaves),
       sales AS (SELECT index, leaf->>'certificate' AS certificate, what, lead(index) OVER (PARTITION BY what, leaf->>what ORDER BY index) AS again
         FROM entries, unnest(ARRAY['track', 'fingerprint', 'master']) AS what WHERE leaf->>'kind' = 'sale' AND leaf->>what IS NOT NULL)
     SELECT what, index AS first, again FROM sales
     WHERE again IS NOT NULL AND NOT EXISTS (SELECT 1 FROM entries revoked WHERE leaf->>'kind' = 'revoked'
       AND leaf->>'certificate' = certificate AND revoked.index > sales.index AND revoked.index < again)
     ORDER BY again, what LIMIT ${MOST_FINDINGS}`,
  );
  return rows.map(({ what, first, again }) => `Leaf ${again} sells the ${what} of leaf ${first} once more.`);
}

async function countWaiting(db: EntityManager): Promise<number> {
  const [row] = await db.query<[{ waiting: number }]>(
    `SELECT ((SELECT count(*) FROM certificates WHERE leaf_index IS NULL) +
       (SELECT count(*) FROM certificate_changes WHERE leaf_index IS NULL))::int AS waiting`,
  );
  return row.waiting;
}
