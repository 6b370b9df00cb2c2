import { soon } from '@shop/postgres';
import type { KeyRing } from '@shop/shared';
import type { EntityManager } from 'typeorm';
import { edgeOf, EMPTY_ROOT, grow, inclusionRanges, rootsOfRanges, type ReadHashes } from './merkle';
import { originOf, publicKeyOf, signHead, verifierKey } from './note';

export { canonicalJson, changeLeaf, saleLeaf } from './leaf';

/** What heads are signed with: `keys` are seeds of Ed25519 keys, and the first leaf takes the origin from `publicUrl`. */
export type Signing = { publicUrl: string; keys: KeyRing };

/** The newest head; `root` is base64, and `note` its signed text as /log/checkpoint answers it. */
type SignedHead = { size: number; root: string; note: string; origin: string };

type HeadRow = { size: string; root: Buffer; origin: string; note: string };

/**
 * Appends leaves to the sales log in the caller's transaction, after all that others append meanwhile, and signs the head of the
 * new size. Until the transaction ends, others that append wait.
 * @returns the index of the first of them
 * @throws Error outside a transaction, and for no leaves
 */
export async function appendLeaves(db: EntityManager, signing: Signing, leaves: readonly string[]): Promise<number> {
  if (!db.queryRunner?.isTransactionActive) throw new Error('Leaves are appended in a transaction');
  if (leaves.length === 0) throw new Error('There is no leaf to append');
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('sales-log'))`, soon([]));
  const former = await storedHead(db);
  const size = Number(former?.size ?? 0);
  const origin = former?.origin ?? originOf(signing.publicUrl);
  const { hashes, root } = grow(await readHashes(db)(edgeOf(size)), size, leaves);
  const heads = [...(former ? [] : [{ size: 0, root: EMPTY_ROOT }]), { size: size + leaves.length, root }];
  await db.query(
    `INSERT INTO log_leaves (index, leaf) SELECT $1::bigint + place - 1, leaf FROM unnest($2::text[]) WITH ORDINALITY AS given (leaf, place)`,
    soon([size, leaves]),
  );
  await db.query(
    'INSERT INTO log_hashes (level, index, hash) SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::bytea[])',
    soon([hashes.map(({ level }) => level), hashes.map(({ index }) => index), hashes.map(({ hash }) => hash)]),
  );
  await db.query(
    `INSERT INTO signing_keys (purpose, public_key) SELECT 'log', key FROM unnest($1::bytea[]) AS key ON CONFLICT DO NOTHING`,
    soon([signing.keys.map(publicKeyOf).toReversed()]),
  );
  await db.query(
    `INSERT INTO log_heads (size, root, origin, note)
     SELECT size, root, $1, note FROM unnest($2::bigint[], $3::bytea[], $4::text[]) AS signed (size, root, note)`,
    [
      origin,
      heads.map((head) => head.size),
      heads.map((head) => head.root),
      heads.map((head) => signHead(origin, head, signing.keys)),
    ],
  );
  return size;
}

/** The newest head, which the empty log has too. */
export async function newestHead(db: EntityManager, signing: Signing): Promise<SignedHead> {
  const head = await storedHead(db);
  if (head) return signedHead(head);
  const origin = originOf(signing.publicUrl);
  const empty = { size: 0, root: EMPTY_ROOT };
  return { size: 0, root: EMPTY_ROOT.toString('base64'), origin, note: signHead(origin, empty, signing.keys) };
}

/** What was signed at a size; null when nothing was. The first leaf also stores the head of the empty log. */
export async function headAt(db: EntityManager, size: number): Promise<SignedHead | null> {
  const [head] = await db.query<HeadRow[]>('SELECT size, root, origin, note FROM log_heads WHERE size = $1', [size]);
  return head ? signedHead(head) : null;
}

const storedHead = async (db: EntityManager): Promise<HeadRow | undefined> =>
  (await db.query<HeadRow[]>('SELECT size, root, origin, note FROM log_heads ORDER BY size DESC LIMIT 1'))[0];

const signedHead = ({ size, root, origin, note }: HeadRow): SignedHead => ({
  size: Number(size),
  root: root.toString('base64'),
  origin,
  note,
});

/**
 * The hashes that prove a leaf in the head of a size, in base64, from the leaf's neighbour upwards.
 * @param size at most that of the newest head, and above `index`
 */
export async function inclusionPath(db: EntityManager, index: number, size: number): Promise<string[]> {
  if (index < 0 || index >= size) throw new Error(`There is no leaf ${index} in the head of ${size}`);
  const roots = await rootsOfRanges(inclusionRanges(index, size), readHashes(db));
  return roots.map((root) => root.toString('base64'));
}

const HASH_BYTES = 32;

/** Reads hashes of tiles with one query. @throws Error when one is missing */
export const readHashes =
  (db: EntityManager): ReadHashes =>
  async (stretches) => {
    if (stretches.length === 0) return [];
    const rows = await db.query<{ hashes: Buffer | null }[]>(
      `SELECT (SELECT string_agg(hash, ''::bytea ORDER BY index) FROM log_hashes
               WHERE level = wanted.level AND index >= wanted.first AND index < wanted.first + wanted.count) AS hashes
       FROM unnest($1::smallint[], $2::bigint[], $3::int[]) WITH ORDINALITY AS wanted (level, first, count, place) ORDER BY place`,
      [stretches.map(({ level }) => level), stretches.map(({ first }) => first), stretches.map(({ count }) => count)],
    );
    return stretches.map(({ level, first, count }, at) => {
      const bytes = rows[at]?.hashes ?? Buffer.alloc(0);
      if (bytes.length !== count * HASH_BYTES)
        throw new Error(`Hashes from ${first} of level ${level} of the sales log are missing`);
      return Array.from({ length: count }, (_hash, place) => bytes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES));
    });
  };

/** The log's verifier keys, the newest first: also those that are in use no more, because old heads are checked with them. */
export async function verifierKeys(db: EntityManager, signing: Signing): Promise<string[]> {
  const rows = await db.query<{ public_key: Buffer }[]>(
    `SELECT public_key FROM signing_keys WHERE purpose = 'log' ORDER BY added_at DESC`,
  );
  const notedKeys = rows.map((row) => row.public_key);
  const unusedKeys = signing.keys.map(publicKeyOf).filter((key) => !notedKeys.some((other) => other.equals(key)));
  const { origin } = await newestHead(db, signing);
  return [...unusedKeys, ...notedKeys].map((key) => verifierKey(origin, key));
}
