import { generateKeyPairSync } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicKeysOf } from '@shop/http';
import { changeKeys, loadSecrets } from './secrets';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-secrets-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const where = () => ({ DATA_DIR: folder });
const file = () => join(folder, 'secrets.json');

test('secrets are made once, for their owner alone, and no two services have one token', async () => {
  const secrets = await loadSecrets(where());
  expect(await loadSecrets(where())).toEqual(secrets);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  expect(new Set(Object.values(secrets.OPS_TOKENS)).size).toBe(5);
});

test('the secrets of an older shop are kept, and missing ones are made', async () => {
  const { OPS_TOKENS, ...older } = await loadSecrets(where());
  await writeFile(file(), JSON.stringify({ ...older, DEMO_PASSWORD: 'kept-too' }));
  const updated = await loadSecrets(where());
  expect(updated).toEqual({ ...older, DEMO_PASSWORD: 'kept-too', OPS_TOKENS: expect.any(Object) as object });
  expect(Object.keys(updated.OPS_TOKENS)).toEqual(Object.keys(OPS_TOKENS));
  expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual(updated);
});

test('secrets that are there and cannot be read are named, and no new ones take their place', async () => {
  await mkdir(file());
  await expect(loadSecrets(where())).rejects.toThrow(`${file()} cannot be read (EISDIR). Let the account that runs the shop`);
  expect(await readdir(folder)).toEqual(['secrets.json']);
});

test.each(['{ "CARD_KEY": "a key of old', '{ "CARD_KEY": ["a key of old"] }'])('%s is named and not repeated', async (text) => {
  await writeFile(file(), text);
  const failure = await loadSecrets(where()).catch((error: Error) => error.message);
  expect(failure).toBe(`${file()} holds no secrets of a shop. Put them back: docs/runbooks/restore.md`);
  expect(await readFile(file(), 'utf8')).toBe(text);
});

test('beside databases that are there no keys are made, because what they hold needs those that were lost', async () => {
  await mkdir(join(folder, 'postgres'));
  await writeFile(join(folder, 'postgres', 'password'), 'kept');
  await expect(loadSecrets(where())).rejects.toThrow(`${file()} is not there. Put it back: docs/runbooks/restore.md`);
  expect(await readdir(folder)).toEqual(['postgres']);

  await writeFile(file(), '{}');
  expect(await loadSecrets(where())).toEqual(JSON.parse(await readFile(file(), 'utf8')));
});

test('a change leaves the file to the account that has it', async () => {
  await loadSecrets(where());
  await chmod(file(), 0o640);
  if (process.getuid?.() === 0) await chown(file(), 1234, 1234);
  const before = await stat(file());
  await changeKeys(where(), 'CARD_KEY', (ring) => ['a newer key', ...ring]);
  const after = await stat(file());
  expect([after.uid, after.gid, after.mode]).toEqual([before.uid, before.gid, before.mode]);
});

test('a ring of keys is changed in place, with the public keys of what signs, and every token by itself', async () => {
  const before = await loadSecrets(where());
  await changeKeys(where(), 'CARD_KEY', (ring) => ['a newer key', ...ring]);
  await changeKeys(where(), 'OPS_TOKEN', (ring) => [...ring, 'a newer token']);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  await changeKeys(where(), 'INTERNAL_JWT', (ring) => [...ring, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()]);
  const after = await loadSecrets(where());
  expect(after.CARD_KEY).toBe(`a newer key\n${before.CARD_KEY}`);
  expect(after.OPS_TOKENS.orders).toBe(`${before.OPS_TOKENS.orders}\na newer token`);
  expect(publicKeysOf(after.INTERNAL_JWT_PUBLIC_KEYS)).toHaveLength(2);
  expect(after.INTERNAL_JWT_PUBLIC_KEYS.startsWith(before.INTERNAL_JWT_PUBLIC_KEYS)).toBe(true);
  await changeKeys(where(), 'INTERNAL_JWT', (ring) => ring.slice(0, 1));
  const { INTERNAL_JWT_PRIVATE_KEY: signingKey, INTERNAL_JWT_PUBLIC_KEYS: publicKeys } = await loadSecrets(where());
  expect([signingKey.trim(), publicKeys]).toEqual([before.INTERNAL_JWT_PRIVATE_KEY.trim(), before.INTERNAL_JWT_PUBLIC_KEYS]);
});
