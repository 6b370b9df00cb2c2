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

/** What the doctor says of the storage, in this folder. */
async function saidOf(folder: string) {
  const { urls } = packages.catalog;
  const keys = { INTERNAL_JWT_PUBLIC_KEYS: testPublicKey, DELIVERY_KEY: 'a delivery key for tests' };
  const findings = await examine(readConfig(Config, { ...urls, ...keys, STORAGE_DIR: folder }));
  return findings.filter((sentence) => sentence.startsWith('STORAGE_DIR') && !sentence.includes('% left'));
}

test('a folder that is not shared with the replica that took the files is told, and the shared one is not', async () => {
  const { place } = packages.storage;
  const shared = 'folder' in place ? place.folder : '';
  const own = await mkdtemp(join(tmpdir(), 'own-storage-'));
  expect(await saidOf(own)).toEqual([]);
  const { id } = await packages.made();
  for (const path of ['Master/a.wav', 'Stems/b.wav']) await packages.sent(id, path, randomBytes(100));
  expect(await saidOf(shared)).toEqual([]);
  expect(await saidOf(own)).toEqual([
    expect.stringMatching(/^STORAGE_DIR: the folder lacks 2 of the 2 newest files of packages .* one shared folder, or an S3\./),
  ]);
  await rm(own, { recursive: true });
});
