import { createHash } from 'node:crypto';
import { allowLong } from '@shop/postgres';
import type { DataSource, EntityManager } from 'typeorm';

/**
 * A table to which rows are only added. The owner's triggers put each new row's id into `unsealed`. `canonical` is SQL for all
 * parts of `row` that must never change, as one jsonb array.
 */
export type Journal = { name: string; table: string; canonical: string };

/** The last seal of a journal's chain. A copy kept elsewhere shows whether the past was rewritten. */
type SealHead = { number: number; hash: string; sealedAt: string };

type Seal = { number: number; row_ids: string[]; hash: string; sealed_at: string };

const MOST_AT_ONCE = 1000;
/** How many seals a verification reads at once; fewer when they are over many rows. */
const PAGE = { seals: 500, rows: 5000 };
/** If a history was overwritten at random, every row is a finding. */
const MOST_FINDINGS = 1000;

/** The time of a seal, in a form that does not depend on the session's time zone. */
const SEALED_AT = `to_char(sealed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS sealed_at`;

/**
 * Seals the rows committed since the last seal, in the order of their ids, with the hash of the previous seal. Transactions that
 * add rows do not wait for it; a row that commits late is in a later seal. One replica seals at a time.
 * @returns how many rows were sealed
 */
export const sealOnce = (source: DataSource, journal: Journal): Promise<number> =>
  source.transaction(async (db) => {
    const [lock] = await db.query<[{ mine: boolean }]>(`SELECT pg_try_advisory_xact_lock(hashtext($1)) AS mine`, [
      `shop.seals.${journal.name}`,
    ]);
    if (!lock.mine) return 0;
    const waiting = await db.query<{ row_id: string }[]>(
      `WITH taken AS (DELETE FROM unsealed WHERE (journal, row_id) IN
         (SELECT journal, row_id FROM unsealed WHERE journal = $1 ORDER BY row_id LIMIT $2) RETURNING row_id)
       SELECT row_id FROM taken ORDER BY row_id`,
      [journal.name, MOST_AT_ONCE],
    );
    if (waiting.length === 0) return 0;
    const ids = waiting.map((row) => row.row_id);
    const last = await lastSeal(db, journal);
    const [now] = await db.query<[{ sealed_at: string }]>(`SELECT ${SEALED_AT} FROM (SELECT now() AS sealed_at) AS moment`);
    const seal = { number: (last?.number ?? 0) + 1, row_ids: ids, sealed_at: now.sealed_at };
    await timesInUtc(db);
    const rows = await canonicalRows(db, journal, ids);
    await db.query('INSERT INTO seals (journal, number, row_ids, hash, sealed_at) VALUES ($1, $2, $3, $4, $5)', [
      journal.name,
      seal.number,
      ids,
      hashOf(journal, last?.hash ?? '', seal, rows),
      seal.sealed_at,
    ]);
    return ids.length;
  });

/** Seals all waiting rows. */
export async function sealAll(source: DataSource, journal: Journal): Promise<void> {
  while ((await sealOnce(source, journal)) > 0);
}

/** The last seal of a journal; null before the first one. */
export async function sealHead(db: EntityManager, journal: Pick<Journal, 'name'>): Promise<SealHead | null> {
  const last = await lastSeal(db, journal);
  return last && { number: last.number, hash: last.hash, sealedAt: last.sealed_at };
}

const lastSeal = async (db: EntityManager, { name }: Pick<Journal, 'name'>): Promise<Seal | null> =>
  (
    await db.query<Seal[]>(
      `SELECT number, row_ids, hash, ${SEALED_AT} FROM seals WHERE journal = $1 ORDER BY seals.number DESC LIMIT 1`,
      [name],
    )
  )[0] ?? null;

/** Makes the transaction write times in UTC, because canonical content holds times. */
const timesInUtc = (db: EntityManager) => db.query(`SET LOCAL TimeZone = 'UTC'`);

async function canonicalRows(db: EntityManager, { table, canonical }: Journal, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; bytes: string }[]>(
    `SELECT "row".id::text AS id, (${canonical})::text AS bytes FROM ${table} AS "row" WHERE "row".id = ANY($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row.bytes]));
}

function hashOf(journal: Journal, previous: string, seal: Omit<Seal, 'hash'>, rows: Map<string, string>): string {
  const lines = seal.row_ids.map((id) => [id, rows.get(id) ?? null]);
  const bytes = JSON.stringify([journal.name, seal.number, previous, seal.sealed_at, lines]);
  return createHash('sha256').update(bytes).digest('hex');
}

export type SealReport = { journal: string; head: SealHead | null; rows: number; waiting: number; findings: string[] };

/**
 * Reads the whole chain again. It finds seals that do not follow from the previous one, and rows that were changed, removed or
 * inserted without the sealer. Only a copy of the last seal kept elsewhere reveals a chain that was made again as a whole.
 */
export const verifySeals = (source: DataSource, journal: Journal): Promise<SealReport> =>
  source.transaction('REPEATABLE READ', async (db) => {
    await allowLong(db.queryRunner);
    await timesInUtc(db);
    const findings: string[] = [];
    const addFinding = (finding: string) => {
      if (findings.length < MOST_FINDINGS) findings.push(finding);
    };
    let head: Seal | null = null;
    let rows = 0;
    for (;;) {
      const next: Seal[] = await sealsAfter(db, journal, head?.number ?? 0);
      if (next.length === 0) break;
      const ids = next.flatMap((seal) => seal.row_ids);
      const now = await canonicalRows(db, journal, ids);
      for (const seal of next) {
        if (seal.number !== (head?.number ?? 0) + 1) addFinding(`Seal ${(head?.number ?? 0) + 1} is missing.`);
        const removedIds = seal.row_ids.filter((id) => !now.has(id));
        for (const id of removedIds) addFinding(`Row ${id} of seal ${seal.number} was removed.`);
        if (removedIds.length === 0 && hashOf(journal, head?.hash ?? '', seal, now) !== seal.hash)
          addFinding(`Rows ${seal.row_ids[0]} to ${seal.row_ids.at(-1)} are not what seal ${seal.number} was put on.`);
        rows += seal.row_ids.length;
        head = seal;
      }
    }
    const insertedRows = await db.query<{ id: string }[]>(
      `SELECT id::text AS id FROM (SELECT id::bigint FROM ${journal.table} EXCEPT SELECT unnest(row_ids) FROM seals WHERE journal = $1
         EXCEPT SELECT row_id FROM unsealed WHERE journal = $1) AS strange ORDER BY strange.id LIMIT 20`,
      [journal.name],
    );
    for (const { id } of insertedRows) addFinding(`Row ${id} was put in past the sealer.`);
    const [waiting] = await db.query<[{ n: number }]>('SELECT count(*)::int AS n FROM unsealed WHERE journal = $1', [
      journal.name,
    ]);
    return {
      journal: journal.name,
      head: head && { number: head.number, hash: head.hash, sealedAt: head.sealed_at },
      rows,
      waiting: waiting.n,
      findings,
    };
  });

/** The next page of a chain's seals; it ends with the seal that reaches the limit of rows. */
const sealsAfter = (db: EntityManager, { name }: Journal, number: number): Promise<Seal[]> =>
  db.query<Seal[]>(
    `SELECT number, row_ids, hash, ${SEALED_AT} FROM
       (SELECT *, sum(cardinality(row_ids)) OVER (ORDER BY number) - cardinality(row_ids) AS rows_before FROM
         (SELECT * FROM seals WHERE journal = $1 AND number > $2 ORDER BY number LIMIT ${PAGE.seals}) AS page) AS counted
     WHERE rows_before < ${PAGE.rows} ORDER BY number`,
    [name, number],
  );
