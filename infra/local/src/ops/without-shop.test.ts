import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aboutServer, inWords, refuseWithoutShop } from './without-shop';

const failed = (message: string, code?: string) => Object.assign(new Error(message), { code });

test('where no shop was ever started, nothing is made, and it is said what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-ops-none-'));
  const DATA_DIR = join(folder, 'data');
  expect(() => refuseWithoutShop({ DATABASE_URL: undefined, DATA_DIR })).toThrow(
    `There is no shop in ${DATA_DIR} yet. Start it once with npm start, or say where it is: DATA_DIR`,
  );
  expect(existsSync(DATA_DIR)).toBe(false);
  expect(() => refuseWithoutShop({ DATABASE_URL: 'postgres://127.0.0.1:1/postgres', DATA_DIR })).not.toThrow();
  await rm(folder, { recursive: true });
});

const env = { DATABASE_URL: 'postgres://shop:secret@db.example:5433/postgres', DATA_DIR: '/data' };
const embedded = { DATABASE_URL: undefined, DATA_DIR: '/data' };

test.each([
  [
    env,
    failed('database "identity" does not exist', '3D000'),
    /^The database server of DATABASE_URL \(db\.example:5433\) holds no shop/,
  ],
  [
    embedded,
    failed('relation "audit_seals" does not exist', '42P01'),
    /^There is no shop in \/data yet\. Start it once with npm start/,
  ],
  [
    env,
    failed('connect ECONNREFUSED', 'ECONNREFUSED'),
    /\(db\.example:5433\) cannot be reached \(connect ECONNREFUSED\)\. Start it/,
  ],
  // The error of a host name with several addresses.
  [env, failed('', 'ECONNREFUSED'), /cannot be reached \(ECONNREFUSED\)\. Start it/],
  [
    env,
    failed('password authentication failed', '28P01'),
    /does not let us in: password authentication failed\. See its account/,
  ],
  [{ ...env, DATABASE_URL: 'no address' }, failed('', 'ENOTFOUND'), /^The database server of DATABASE_URL cannot be reached/],
  [env, failed('--email: is missing'), /^--email: is missing$/],
  [env, failed('duplicate key', '23505'), /^duplicate key$/],
  [env, 'gone', /^gone$/],
])('%j: %s is said in words', (where, error, words) => {
  expect(inWords(error, where)).toMatch(words);
  expect(inWords(error, where)).not.toContain('secret');
});

test.each([
  [failed('connect ECONNREFUSED', 'ECONNREFUSED'), 'cannot be reached (connect ECONNREFUSED). Start it, and try again.'],
  [failed('no such account', '28000'), 'does not let us in: no such account. See its account and password.'],
  [failed('permission denied to create database', '42501'), 'says: permission denied to create database'],
  [failed('database "shop" does not exist', '3D000'), 'says: database "shop" does not exist'],
  [failed('timeout expired'), 'says: timeout expired'],
])('what a database server says at the start is named as its words: %s', (error, words) => {
  expect(aboutServer(error, env)).toBe(`The database server of DATABASE_URL (db.example:5433) ${words}`);
});
