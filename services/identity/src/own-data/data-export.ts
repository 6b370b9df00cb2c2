import assert from 'node:assert/strict';
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { accountActed, PersonalDataRequested } from '@shop/contracts/events';
import type { DataExportView } from '@shop/contracts/views';
import { notFound, Refusal } from '@shop/http';
import { inTx } from '@shop/messaging';
import { hashToken } from '@shop/shared';
import type { DataSource, EntityManager } from 'typeorm';
import { lockedCaller } from '../accounts/find-user';

const DAY_MS = 86_400_000;
/** The other services have this long to answer. Then the file says what is missing. */
const PATIENCE_MINUTES = 30;

type Row = { asked_at: Date; until: Date | null; missing: string[] };

/** The account's file of its own data, or that it is being gathered; null when there is none or it has expired. */
export async function dataExportOf(db: EntityManager, userId: number): Promise<DataExportView | null> {
  const [row] = await db.query<Row[]>(
    'SELECT asked_at, until, missing FROM data_exports WHERE user_id = $1 AND (until IS NULL OR until > now())',
    [userId],
  );
  return row ? viewOf(row) : null;
}

const viewOf = ({ asked_at, until, missing }: Row): DataExportView => ({
  state: until ? 'ready' : 'gathering',
  asked_at: asked_at.toISOString(),
  until: until?.toISOString() ?? null,
  next_at: new Date(asked_at.getTime() + DAY_MS).toISOString(),
  missing,
});

/**
 * Begins a file of everything that the shop stores about the caller: every service is asked for its part
 * (docs/product/accounts.md#downloading-ones-own-data). While a file is being made, asking again changes nothing.
 * @returns how far it is
 * @throws Refusal 401, 429 `once-a-day` with the time of the next one
 */
export async function requestDataExport(source: DataSource, userId: number): Promise<DataExportView> {
  return inTx(source, async ({ db, emit }) => {
    await lockedCaller({ db }, userId);
    const lastExport = await dataExportOf(db, userId);
    if (lastExport?.state === 'gathering') return lastExport;
    const waitMs = lastExport ? Date.parse(lastExport.next_at) - Date.now() : 0;
    if (lastExport && waitMs > 0) throw onceADay(lastExport.next_at, waitMs);

    await forgetDataExportsOf(db, userId);
    const [{ id: exportId }] = await db.query<[{ id: number }]>(
      'INSERT INTO data_exports (user_id, give_up_at) VALUES ($1, now() + make_interval(mins => $2)) RETURNING id',
      [userId, PATIENCE_MINUTES],
    );
    const addresses = await addressesOf(db, userId);
    await emit(PersonalDataRequested({ userId, exportId, addresses }), accountActed(userId, 'data-requested'));
    const newExport = await dataExportOf(db, userId);
    assert(newExport, 'it was written a moment ago');
    return newExport;
  });
}

const onceADay = (nextAt: string, waitMs: number) =>
  new Refusal(
    'too-many',
    'once-a-day',
    `You can have this file once a day, and the next from ${nextAt.slice(0, 16).replace('T', ' ')} (UTC) on.`,
    { retryAfterSeconds: Math.ceil(waitMs / 1000) },
  );

/**
 * The account's address, then its former ones, oldest first. `until`: when the account gave the address up. `since`: when another
 * account gave it up before. Data from other times belongs to the other account.
 */
async function addressesOf(db: EntityManager, userId: number) {
  const rows = await db.query<{ email: string; since: Date | null; until: Date | null }[]>(
    `WITH changes AS (
       SELECT previous_email, confirmed_at, lag(confirmed_at) OVER (ORDER BY confirmed_at, id) AS changed_before
       FROM email_changes WHERE user_id = $1 AND confirmed_at IS NOT NULL
     ), times AS (
       SELECT email, coalesce((SELECT max(confirmed_at) FROM changes), created_at) AS taken, NULL AS until FROM users WHERE id = $1
       UNION ALL SELECT previous_email, coalesce(changed_before, created_at), confirmed_at FROM changes, users WHERE users.id = $1
     )
     SELECT email, until, (SELECT max(confirmed_at) FROM email_changes
       WHERE user_id <> $1 AND previous_email = times.email AND confirmed_at <= taken) AS since
     FROM times ORDER BY until NULLS FIRST`,
    [userId],
  );
  return rows.map(({ email, since, until }) => ({
    email,
    since: since?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
  }));
}

/**
 * The ZIP that the mailed token opens, for the account that it was made for.
 * @throws Refusal 404 for any other token, and when the file has expired
 */
export async function downloadDataExport(source: DataSource, userId: number, token: string): Promise<Buffer> {
  return inTx(source, async ({ db, emit }) => {
    const [row] = await db.query<{ file: Buffer }[]>(
      'SELECT file FROM data_exports WHERE user_id = $1 AND token_hash = $2 AND until > now()',
      [userId, hashToken(token)],
    );
    if (!row) throw notFound('file for this account, or its time is over');
    await emit(accountActed(userId, 'data-exported'));
    return openedFile(token, row.file);
  });
}

export const forgetDataExportsOf = (db: EntityManager, userId: number) =>
  db.query('DELETE FROM data_exports WHERE user_id = $1', [userId]);

export const forgetOldDataExports = (db: EntityManager) => db.query('DELETE FROM data_exports WHERE until < now()');

const TAG = 16;
/** A constant: a nonce must differ between two files of one key, and each key here encrypts one file only. */
const NONCE = Buffer.alloc(12);

const keyOf = (token: string) => Buffer.from(hkdfSync('sha256', token, '', 'data-export', 32));

/** Encrypts a file so that only its token, which is stored nowhere, opens it. */
export function sealedFile(token: string, file: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), NONCE);
  const text = Buffer.concat([cipher.update(file), cipher.final()]);
  return Buffer.concat([cipher.getAuthTag(), text]);
}

/** Decrypts a file of `sealedFile`. @throws Error with another token, or when a bit of the file was changed */
function openedFile(token: string, sealedBytes: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token), NONCE, { authTagLength: TAG }).setAuthTag(
    sealedBytes.subarray(0, TAG),
  );
  return Buffer.concat([decipher.update(sealedBytes.subarray(TAG)), decipher.final()]);
}
