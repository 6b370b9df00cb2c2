import { OWN_DATA_HOURS } from '@shop/contracts/constants';
import { DataExportReady, type DataOf, type PersonalDataGathered } from '@shop/contracts/events';
import { timeWithZone } from '@shop/contracts/times';
import { inTx, locked, type Tx } from '@shop/messaging';
import { hashToken, newToken } from '@shop/shared';
import { strToU8, zipSync } from 'fflate';
import { IsNull, type DataSource, type EntityManager } from 'typeorm';
import { User } from '../accounts/user.entity';
import { ownPart } from './own-part';
import { sealedFile } from './data-export';

/**
 * Stores a page of a service's answer until all services have answered. A page that comes after the file was made, or after the
 * account was erased, is dropped.
 */
export async function keepPartWhenPersonalDataGathered(
  { db }: Tx,
  { userId, exportId, service, page, pages, part }: DataOf<typeof PersonalDataGathered>,
): Promise<void> {
  // Locked, so that no page is added while the file is being made.
  const waits = await db.query<unknown[]>(
    'SELECT 1 FROM data_exports WHERE id = $1 AND user_id = $2 AND ready_at IS NULL FOR UPDATE',
    [exportId, userId],
  );
  if (waits.length === 0) return;
  await db.query(
    `INSERT INTO data_export_parts (export_id, service, page, pages, part) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [exportId, service, page, pages, part],
  );
}

/** The other services that are asked: the name of their part in the ZIP, and what it holds. */
type File = { file: string; holds: string };
const FILES: Record<string, File> = {
  orders: { file: 'purchases.json', holds: 'orders, coupons and requests to our services' },
  sellers: { file: 'store.json', holds: 'your store, submitted tracks and what they earned' },
  catalog: { file: 'tracks.json', holds: 'the tracks of your store in the shop' },
  notifications: { file: 'mails.json', holds: 'mails of the last 30 days, your messages to us and the newsletter' },
};

/** Exports that have every page of every part, and those that have waited long enough. `$1`: the number of asked services. */
const DUE = `
  SELECT id, user_id FROM data_exports e WHERE ready_at IS NULL AND (give_up_at <= now() OR $1 = (
    SELECT count(*) FROM (SELECT FROM data_export_parts WHERE export_id = e.id GROUP BY service HAVING count(*) = max(pages)) whole))`;

/**
 * Makes every export's file in its own transaction, so that each is mailed once by several replicas or after a crash.
 * @throws AggregateError after the last, with all failures
 */
export async function finishDataExports(source: DataSource): Promise<void> {
  const due = await source.query<{ id: number; user_id: number }[]>(DUE, [Object.keys(FILES).length]);
  const errors: unknown[] = [];
  for (const { id, user_id } of due)
    await inTx(source, (tx) => finish(tx, id, user_id)).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, 'Files of own data could not be made');
}

async function finish({ db, emit }: Tx, exportId: number, userId: number): Promise<void> {
  const user = await locked(db, User, { id: userId, deletedAt: IsNull() });
  const waits = await db.query<unknown[]>('SELECT 1 FROM data_exports WHERE id = $1 AND ready_at IS NULL FOR UPDATE', [exportId]);
  if (!user || waits.length === 0) return;

  const parts = { ...(await completeParts(db, exportId)), identity: await ownPart(db, userId) };
  const missing = Object.entries(FILES).flatMap(([service, file]) => (service in parts ? [] : [file]));
  const until = new Date(Date.now() + OWN_DATA_HOURS * 3_600_000);
  const token = newToken();
  await db.query('UPDATE data_exports SET ready_at = now(), until = $2, missing = $3, token_hash = $4, file = $5 WHERE id = $1', [
    exportId,
    until,
    missing.map(({ file }) => file),
    hashToken(token),
    sealedFile(token, zipOf(parts, missing)),
  ]);
  await db.query('DELETE FROM data_export_parts WHERE export_id = $1', [exportId]);
  const { email, name } = user;
  const missingNames = missing.map(({ holds }) => holds);
  await emit(DataExportReady({ userId, email, name, token, until: until.toISOString(), missing: missingNames }));
}

/** The complete parts, by service. */
async function completeParts(db: EntityManager, exportId: number): Promise<Record<string, unknown>> {
  const rows = await db.query<{ service: string; text: string }[]>(
    `SELECT service, string_agg(part, '' ORDER BY page) AS text FROM data_export_parts WHERE export_id = $1
     GROUP BY service HAVING count(*) = max(pages)`,
    [exportId],
  );
  return Object.fromEntries(rows.map(({ service, text }) => [service, JSON.parse(text) as unknown]));
}

function zipOf({ identity, ...others }: Record<string, unknown>, missing: readonly File[]): Uint8Array {
  const entries = Object.entries(FILES).flatMap(([service, { file }]) =>
    service in others ? [[file, others[service]] as const] : [],
  );
  const json = Object.fromEntries(
    [['account.json', identity] as const, ...entries].map(([file, part]) => [file, strToU8(JSON.stringify(part, null, 2))]),
  );
  return zipSync({ 'README.txt': strToU8(readme(missing)), ...json });
}

const readme = (missing: readonly File[]) =>
  [
    `What we keep of you, as of ${timeWithZone(new Date().toISOString(), 'UTC')}.`,
    '',
    'account.json: your account, where you are logged in, cart, wishlist, and what was done with the account',
    ...Object.values(FILES)
      .filter((file) => !missing.includes(file))
      .map(({ file, holds }) => `${file}: ${holds}`),
    ...(missing.length > 0
      ? [
          '',
          'Missing, because that part of the shop did not answer in time. Please ask again in a day, or write to us:',
          ...missing.map(({ file, holds }) => `${file}: ${holds}`),
        ]
      : []),
    '',
    'Amounts named "cents" are US cents; times are UTC. Passwords, keys, codes and links that open something are not in here.',
    '',
  ].join('\n');
