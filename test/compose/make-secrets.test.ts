import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicKeysOf } from '@shop/http';

const script = join(__dirname, '../../infra/docker/make-secrets.mjs');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'make-secrets-'));
  make();
});
afterEach(() => rmSync(folder, { recursive: true }));

const make = (...step: string[]) => execFileSync(process.execPath, [script, folder, ...step]);
const refused = (...step: string[]) => spawnSync(process.execPath, [script, folder, ...step], { encoding: 'utf8' });
const ring = (name: string) => readFileSync(join(folder, name), 'utf8').split('\n');

test('a key is changed in steps, and its reader gets its copy at each', () => {
  const [old] = ring('card-key');
  make('add', 'card-key');
  const added = ring('for/sellers/card-key');
  expect(added).toEqual([old, expect.stringMatching(/^[\w+/]{43}=$/)]);
  make('promote', 'card-key');
  expect(ring('for/sellers/card-key')).toEqual(added.toReversed());
  make('retire', 'card-key');
  expect(ring('for/sellers/card-key')).toEqual([added[1]]);
});

test('a key that is being changed is never there by half, and stays when the change breaks off', () => {
  const old = ring('card-key');
  const reader = openSync(join(folder, 'card-key'), 'r');
  make('add', 'card-key');
  expect(readFileSync(reader, 'utf8').split('\n')).toEqual(old);
  closeSync(reader);
  expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);

  const added = ring('card-key');
  mkdirSync(join(folder, 'card-key.new')); // a folder in the way, so that nothing can be written there
  expect(refused('promote', 'card-key').status).toBe(1);
  expect(ring('card-key')).toEqual(added);
});

test("services know the gateway's next key before it signs, and the last one until it is retired", () => {
  const publicKeys = () => publicKeysOf(readFileSync(join(folder, 'for/orders/internal-jwt-public-keys'), 'utf8'));
  const [old] = publicKeys();
  make('add', 'internal-jwt-private-key');
  expect(publicKeys()).toEqual([old, expect.any(String)]);
  make('promote', 'internal-jwt-private-key');
  expect(publicKeys()).toContain(old);
  make('retire', 'internal-jwt-private-key');
  expect(publicKeys()).toHaveLength(1);
  expect(publicKeys()).not.toContain(old);
});

test('a step that cannot be next, or is of no ring of keys, is refused', () => {
  expect(refused('retire', 'card-key')).toMatchObject({ status: 1, stderr: 'There is one key alone: begin with add.\n' });
  expect(refused('add', 'admin-password')).toMatchObject({ status: 1 });
  expect(refused('drop', 'card-key')).toMatchObject({ status: 1 });
  expect(ring('card-key')).toHaveLength(1);
});

const modeOf = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8);
const as = (uid: number) => ['--import', `data:text/javascript,process.getuid=()=>${uid}`];

test('outside of a composition, whoever makes the secrets keeps them to themselves', () => {
  execFileSync(process.execPath, [...as(1234), script, join(folder, 'files')]);
  expect([modeOf('files'), modeOf('files/card-key'), modeOf('files/database-url-orders')]).toEqual(['700', '600', '600']);
});

const withRoot = process.getuid?.() === 0 ? test : test.skip;
withRoot('in a composition, root alone reads the whole volume, and each image what is made for it', () => {
  expect([modeOf(''), modeOf('card-key'), modeOf('for/sellers/card-key')]).toEqual(['755', '600', '640']);
  for (const path of [
    'postgres-setup/databases.sql',
    'rabbitmq/definitions.json',
    'rabbitmq/50-shop.conf',
    'for/postgres/postgres-password',
  ])
    expect([path, modeOf(path)]).toEqual([path, '644']);
});
