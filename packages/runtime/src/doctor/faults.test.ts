import { faultsOfServer } from './examine-database';
import { examineDisk, examineWriting, faultsOfDisk, isOfExample } from './examine-service';

const SOUND = { version: 17, apartMs: 0, connections: 100 };

describe('a database server', () => {
  test.each([
    ['of the oldest version that is kept up', { version: 15 }],
    ['whose clock is two seconds apart', { apartMs: 2000 }],
    ['whose connections just do', { connections: 50 }],
  ])('%s is sound', (_, odd) => {
    expect(faultsOfServer({ ...SOUND, ...odd }, 10)).toEqual([]);
  });

  test.each([
    [{ version: 14 }, /^DATABASE_URL: the server is Postgres 14\. Move to 15 or newer/],
    [{ apartMs: 2001 }, /differs from this machine's by 2 s\./],
    [{ apartMs: 3_600_000 }, /differs from this machine's by 3600 s\./],
    [{ connections: 49 }, /^DATABASE_POOL: five services with 10 connections each need more than the 49 of max_connections/],
  ])('with %j is told with what to do', (odd, sentence) => {
    expect(faultsOfServer({ ...SOUND, ...odd }, 10)).toEqual([expect.stringMatching(sentence)]);
  });
});

describe('a disk', () => {
  test('with a tenth left is sound', () => {
    expect(faultsOfDisk('MEDIA_DIR', { bavail: 100, blocks: 1000, bsize: 4096 })).toEqual([]);
  });

  test('with less is told with what is left', () => {
    expect(faultsOfDisk('MEDIA_DIR', { bavail: 99_000, blocks: 1_000_000, bsize: 4096 })).toEqual([
      'MEDIA_DIR: the disk has 9 % left (0.4 GB). Make room before writing stops.',
    ]);
  });

  test('that is full is told', () => {
    expect(faultsOfDisk('DATA_DIR', { bavail: 0, blocks: 1000, bsize: 4096 })).toEqual([
      'DATA_DIR: the disk has 0 % left (0.0 GB). Make room before writing stops.',
    ]);
  });

  test('that takes no files is told', async () => {
    expect(await examineWriting('STORAGE_DIR', '/sys')).toEqual([
      expect.stringMatching(/^STORAGE_DIR: nothing can be written into the folder \(E\w+\)\. Give it to the service's account/),
    ]);
    expect(await examineWriting('STORAGE_DIR', __dirname)).toEqual([]);
  });

  test('without the folder is told', async () => {
    expect(await examineDisk('DATA_DIR', '/nowhere/at/all')).toEqual([
      "DATA_DIR: there is no folder to look into (ENOENT). Make it, and let the service's account write there.",
    ]);
  });
});

test.each([
  ['admin@ghostline.example', true],
  ['Shop <shop@example.com>', true],
  ['shop@mail.example.org', true],
  ['shop@example-music.com', false],
  ['shop@counterexample.com', false],
  ['shop@example.com.au', false],
  ['Example <shop@shop.test>', false],
])('%s is of the example: %s', (address, expected) => {
  expect(isOfExample(address)).toBe(expected);
});
