import { anAccount, anAdmin, useIdentity } from '../testing/identity-app';
import { sweep } from './sweep';

const identity = useIdentity();
let mara: number;
let chief: number;
beforeEach(async () => {
  mara = (await anAccount(identity)).id;
  chief = await anAdmin(identity, 'chief@example.com');
  for (const table of ['sessions', 'known_devices']) await sql(`DELETE FROM ${table}`);
});

const sql = <Row = unknown>(text: string, values: unknown[] = []) => identity.db.source.query<Row[]>(text, values);
const swept = () => sweep(identity.db.source, { adminIdleMinutes: 30 });

/** Rows that end: `over` has ended a minute ago, `lasting` ends in a minute. */
const TWO = `WITH kept (name, ends, account) AS (
  VALUES ('over', now() - interval '1 minute', $1::int), ('lasting', now() + interval '1 minute', $2::int))`;

test.each([
  [
    'sessions, when they end',
    'sessions',
    'cookie_hash',
    '(user_id, cookie_hash, bearer_hash, expires_at, bearer_expires_at) SELECT account, name, name, ends, ends',
  ],
  [
    'challenges of a login, when they end',
    'login_challenges',
    'token_hash',
    '(user_id, token_hash, expires_at) SELECT account, name, ends',
  ],
  ['reset links, when they end', 'password_resets', 'token_hash', '(user_id, token_hash, expires_at) SELECT account, name, ends'],
  [
    'registrations, when they lapse',
    'pending_registrations',
    'email',
    `(email, name, last_name, country, password_hash, is_seller, code_hash, code_expires_at, lapses_at)
     SELECT name, '', '', '', '', false, '', ends, ends`,
  ],
  [
    'devices, 400 days after their last login',
    'known_devices',
    'device_hash',
    `(user_id, device_hash, last_seen_at) SELECT account, name, ends - interval '400 days'`,
  ],
  [
    'new addresses that nobody confirmed, 7 days after their link',
    'email_changes',
    'email',
    `(user_id, previous_email, email, expires_at) SELECT account, '', name, ends - interval '7 days'`,
  ],
  [
    'files of own data, when their time is over',
    'data_exports',
    'token_hash',
    `(user_id, give_up_at, ready_at, until, token_hash, file) SELECT account, ends, ends, ends, name, ''::bytea`,
  ],
  ['wrong passwords, after a day', 'login_failures', 'key', `(key, failures, last_at) SELECT name, 1, ends - interval '1 day'`],
])('forgets %s', async (_what, table, name, row) => {
  await sql(`${TWO} INSERT INTO ${table} ${row} FROM kept`, [mara, chief]);
  await swept();
  expect(await sql(`SELECT ${name} AS name FROM ${table}`)).toEqual([{ name: 'lasting' }]);
});

test('ends the sessions of admins who have done nothing for as long as they may, and of nobody else', async () => {
  await sql(
    `INSERT INTO sessions (user_id, cookie_hash, bearer_hash, expires_at, bearer_expires_at, last_used_at)
     SELECT account, name, name, now() + interval '1 hour', now() + interval '1 hour', now() - idle
     FROM (VALUES ($1::int, 'an idle admin', interval '31 minutes'), ($1, 'an admin', interval '29 minutes'),
       ($2::int, 'a buyer', interval '31 minutes')) AS kept (account, name, idle)`,
    [chief, mara],
  );
  await swept();
  expect(await sql('SELECT cookie_hash AS name FROM sessions ORDER BY name')).toEqual([
    { name: 'a buyer' },
    { name: 'an admin' },
  ]);
});

test('keeps an address that the account had, however long ago it was changed', async () => {
  await sql(
    `INSERT INTO email_changes (user_id, previous_email, email, expires_at, confirmed_at)
     VALUES ($1, 'first@example.com', 'mara@example.com', now() - interval '1 year', now() - interval '1 year')`,
    [mara],
  );
  await swept();
  expect(await sql('SELECT previous_email FROM email_changes')).toEqual([{ previous_email: 'first@example.com' }]);
});

test('frees the store name of a registration that has lapsed, and keeps those of others and of stores', async () => {
  await sql(
    `${TWO} INSERT INTO pending_registrations
       (email, name, last_name, country, password_hash, is_seller, folded_store_name, code_hash, code_expires_at, lapses_at)
     SELECT name, '', '', '', '', true, name, '', ends, ends FROM kept`,
    [mara, chief],
  );
  await sql(`INSERT INTO store_names (folded, pending_email) VALUES ('over', 'over'), ('lasting', 'lasting')`);
  await sql(`INSERT INTO store_names (folded, user_id) VALUES ('a store', $1)`, [mara]);
  await swept();
  expect(await sql('SELECT folded FROM store_names ORDER BY folded')).toEqual([{ folded: 'a store' }, { folded: 'lasting' }]);
});
