import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@shop/runtime';
import { forAllTests, testPublicKey } from '@shop/runtime/testing';
import { Config } from '../config';
import { openPackages, STORES } from '../testing/packages-under-test';
import { examine } from './examine';

const packages = forAllTests(() => openPackages(STORES[0]![1]));

const findingsOf = (settings: Record<string, string>) => {
  const keys = { INTERNAL_JWT_PUBLIC_KEYS: testPublicKey, DELIVERY_KEY: 'a delivery key for tests' };
  return examine(readConfig(Config, { ...packages.catalog.urls, ...keys, ...settings }));
};
/** What the doctor says of the storage, in this folder. */
async function problemsOfFolder(folder: string) {
  const findings = await findingsOf({ STORAGE_DIR: folder });
  return findings.filter((sentence) => sentence.startsWith('STORAGE_DIR') && !sentence.includes('% left'));
}

test('a folder that is not shared with the replica that took the files is told, and the shared one is not', async () => {
  const { place } = packages.storage;
  const shared = 'folder' in place ? place.folder : '';
  const own = await mkdtemp(join(tmpdir(), 'own-storage-'));
  expect(await problemsOfFolder(own)).toEqual([]);
  const { id } = await packages.made();
  for (const path of ['Master/a.wav', 'Stems/b.wav']) await packages.sent(id, path, randomBytes(100));
  expect(await problemsOfFolder(shared)).toEqual([]);
  expect(await problemsOfFolder(own)).toEqual([
    expect.stringMatching(/^STORAGE_DIR: the folder lacks 2 of the 2 newest files of packages .* one shared folder, or an S3\./),
  ]);
  await rm(own, { recursive: true });
});

test('a public address of an object store is told where there is none', async () => {
  const { place } = packages.storage;
  const STORAGE_DIR = 'folder' in place ? place.folder : '';
  const problemsOfStore = async (settings: Record<string, string>) =>
    (await findingsOf({ STORAGE_DIR, ...settings })).filter((sentence) => sentence.startsWith('S3_PUBLIC_ENDPOINT'));
  expect(await problemsOfStore({ S3_PUBLIC_ENDPOINT: 'https://files.example' })).toEqual([
    'S3_PUBLIC_ENDPOINT needs S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY. Set them, or leave it out.',
  ]);
  expect(await problemsOfStore({ S3_PUBLIC_ENDPOINT: '' })).toEqual([]);
});
