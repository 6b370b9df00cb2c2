import pg from 'pg';
import { SERVICES } from './shop.mjs';

/** The rows of this many purchases are copied, and written again in turn. */
const SAMPLE = 200;

/**
 * The floor is the least that a purchase can cost: only the writing of its rows. It takes rows of earlier purchases and writes
 * them again with plain `pg`, in one transaction for each purchase and database, into empty tables with the same columns and
 * indexes. `emptyCounts`: the result of `countRows` before the first purchase. `purchases`: how many were made since.
 * @returns `rows` (how many a purchase has), `write(forMs, atOnce)`, which writes for `forMs` milliseconds with `atOnce`
 * purchases at a time and returns how many it wrote, and `close`
 */
export async function openFloor(shop, emptyCounts, purchases) {
  const parts = await Promise.all(SERVICES.map((service) => openPart(shop, service, emptyCounts[service], purchases)));
  let next = 0;
  return {
    rows: parts.reduce((sum, { left }) => sum + left, 0),
    async write(forMs, atOnce) {
      await Promise.all(parts.map(({ empty }) => empty()));
      const began = performance.now();
      let written = 0;
      const work = async () => {
        while (performance.now() < began + forMs) {
          const nth = next++;
          for (const { write } of parts) await write(nth);
          written += 1;
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return written;
    },
    close: () => Promise.all(parts.map(({ pool }) => pool.end())),
  };
}

/** How many rows each table of each service has. */
export const countRows = async (shop) =>
  Object.fromEntries(await Promise.all(SERVICES.map(async (service) => [service, await countsIn(shop, service)])));

async function countsIn({ query }, service) {
  const tables = await query(
    service,
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const counts = {};
  for (const { name } of tables) {
    const [{ count }] = await query(service, `SELECT count(*)::int AS count FROM "${name}"`);
    counts[name] = count;
  }
  return counts;
}

/** One service's part of the floor: an empty copy of each table that grows with purchases, and that table's newest rows. */
async function openPart(shop, service, before, purchases) {
  const pool = new pg.Pool({ connectionString: shop.urlOf(service), max: 10 });
  const after = await countsIn(shop, service);
  await pool.query('CREATE SCHEMA floor');
  const tables = [];
  for (const [name, count] of Object.entries(after)) {
    // Counted in halves, because half of the tracks are of a store.
    const perPurchase = Math.round((2 * (count - (before[name] ?? 0))) / purchases) / 2;
    if (perPurchase === 0) continue;
    await pool.query(`CREATE TABLE floor."${name}" (LIKE public."${name}")`);
    await copyIndexes(pool, name);
    const { rows } = await pool.query(`SELECT to_jsonb(row) AS row FROM public."${name}" AS row ORDER BY age(xmin) LIMIT $1`, [
      perPurchase * SAMPLE,
    ]);
    const sql = `INSERT INTO floor."${name}" SELECT * FROM jsonb_populate_recordset(NULL::floor."${name}", $1)`;
    tables.push({ name, each: perPurchase, sql, rows: rows.map(({ row }) => row) });
  }
  return {
    pool,
    left: tables.reduce((sum, { each }) => sum + each, 0),
    empty: () => pool.query(tables.map(({ name }) => `TRUNCATE floor."${name}"`).join(';')),
    async write(nth) {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        for (const { each, sql, rows } of tables) await client.query(sql, [JSON.stringify(turn(rows, nth, each))]);
        await client.query('COMMIT');
      } finally {
        client.release();
      }
    },
  };
}

/** Copies a table's indexes, none of them unique: the same rows are written more than once. */
async function copyIndexes(pool, table) {
  const { rows } = await pool.query(`SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename = $1`, [table]);
  for (const { indexdef } of rows)
    await pool.query(indexdef.replace(/^CREATE (UNIQUE )?INDEX \S+ ON public\./, 'CREATE INDEX ON floor.'));
}

function turn(rows, nth, size) {
  const first = Math.floor(nth * size);
  return Array.from({ length: Math.floor((nth + 1) * size) - first }, (_, at) => rows[(first + at) % rows.length]);
}
