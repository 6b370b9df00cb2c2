import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const script = readFileSync(join(__dirname, '../../infra/docker/backup.sh'), 'utf8');
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'shop-backup-databases-'));
  for (const folder of ['bin', 'archive/base', 'archive/wal']) mkdirSync(join(home, folder), { recursive: true });
  const label = 'START WAL LOCATION: 0/7000028 (file 000000010000000000000007)';
  program('pg_basebackup', `folder=\${2#--pgdata=} && mkdir "$folder" && ${packing(label, '"$folder"')}`);
  program('pg_archivecleanup', 'exit 0');
  program('psql', 'exit 0');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Replaces a program that needs a Postgres, and records its calls. */
function program(name: string, does: string) {
  writeFileSync(join(home, 'bin', name), `#!/bin/sh\necho "${name} $*" >> '${home}/asked'\n${does}\n`);
  chmodSync(join(home, 'bin', name), 0o755);
}
const packing = (label: string, folder: string) =>
  `echo '${label}' > '${home}/backup_label' && tar -czf ${folder}/base.tar.gz -C '${home}' backup_label`;

const HOUR_MS = 3_600_000;
const nameOf = (hoursAgo: number) => new Date(Date.now() - hoursAgo * HOUR_MS).toISOString().replace(/[-:]|\.\d+/g, '');

/** Makes a backup that was complete this many hours ago. Its changes begin with that file. */
function thereIs(hoursAgo: number, first: string): string {
  const name = nameOf(hoursAgo);
  const folder = join(home, 'archive/base', name);
  mkdirSync(folder);
  const label = `START WAL LOCATION: 0/${first}000028 (file ${first})`;
  expect(spawnSync('sh', ['-c', packing(label, `'${folder}'`)]).status).toBe(0);
  return name;
}
const RECENT = expect.stringMatching(/^\d{8}T\d{6}Z$/) as string;

function backUp(...args: string[]) {
  rmSync(join(home, 'asked'), { force: true });
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script.replaceAll('/archive/', `${home}/archive/`), '-', ...args], {
    env: { ...process.env, PATH: `${home}/bin:${process.env.PATH}` },
    encoding: 'utf8',
  });
  const asked = existsSync(join(home, 'asked')) ? readFileSync(join(home, 'asked'), 'utf8').trim().split('\n') : [];
  return { status, stdout, stderr, asked: asked.map((line) => line.replaceAll(home, '')), kept: kept() };
}
const kept = () => readdirSync(join(home, 'archive/base')).filter((name) => name !== '.lock');

test('a full archive has room again without another backup', () => {
  thereIs(26, '000000010000000000000003');
  const last = thereIs(2, '000000010000000000000005');
  mkdirSync(join(home, 'archive/base/new.part'));
  const { status, asked, stdout } = backUp('--prune');
  expect([status, kept()]).toEqual([0, [last]]);
  expect(asked).toEqual(['pg_archivecleanup -x .gz /archive/wal 000000010000000000000005']);
  expect(stdout).toMatch(new RegExp(`^${last}: `));
});

test('nothing is removed for a backup that cannot be read, or without one', () => {
  expect(backUp('--prune')).toMatchObject({ status: 1, asked: [], stderr: expect.stringContaining('nothing was removed') });
  const before = thereIs(26, '000000010000000000000003');
  const last = thereIs(2, '000000010000000000000005');
  writeFileSync(join(home, 'archive/base', last, 'base.tar.gz'), 'cut off');
  expect(backUp('--prune')).toMatchObject({ status: 1, asked: [], kept: [before, last] });
});

test('a word that it does not know is refused', () => {
  expect(backUp('--purge')).toMatchObject({ status: 2, asked: [] });
});

test('the last backup is kept, and the one before it that is from another day', () => {
  thereIs(50, '000000010000000000000001');
  const yesterday = thereIs(26, '000000010000000000000003');
  const { status, asked, kept } = backUp();
  expect([status, kept]).toEqual([0, [yesterday, RECENT]]);
  expect(asked).toContain('pg_archivecleanup -x .gz /archive/wal 000000010000000000000003');
});

test('several backups on one evening leave the way back to yesterday, and each night goes on from the one before', () => {
  const yesterday = thereIs(26, '000000010000000000000003');
  const between = thereIs(3, '000000010000000000000004');
  thereIs(2, '000000010000000000000005');
  thereIs(1, '000000010000000000000006');
  expect(backUp().kept).toEqual([yesterday, between, RECENT]);
});

test('a backup that is whole is not made again because nobody could note it', () => {
  program('psql', 'exit 2');
  expect(backUp()).toMatchObject({ status: 0, kept: [RECENT], stderr: expect.stringContaining('could not be noted') });
  expect(backUp('--prune').status).toBe(0);
});

test('a backup that is whole is not made again because what is older could not be removed', () => {
  thereIs(50, '000000010000000000000001');
  thereIs(26, '000000010000000000000003');
  program('pg_archivecleanup', 'exit 1');
  expect(backUp()).toMatchObject({ status: 0, stderr: 'What is older was not removed.\n' });
  expect(backUp('--prune').status).toBe(1);
  program('pg_archivecleanup', 'exit 0');
  program('rm', 'case "$1" in -r) exit 1 ;; esac');
  thereIs(50, '000000010000000000000001');
  thereIs(26, '000000010000000000000003');
  const { status, asked } = backUp();
  // The changes stay with their backup.
  expect([status, asked.filter((line) => line.startsWith('pg_archivecleanup'))]).toEqual([0, []]);
  expect(backUp('--prune').status).not.toBe(0);
});

test('a backup to which more belongs is noted when that is there', () => {
  const noted = (asked: string[]) => asked.filter((line) => line.includes('INSERT INTO backups')).length;
  const { status, kept, asked } = backUp('--without-note');
  expect([status, kept, noted(asked)]).toEqual([0, [RECENT], 0]);
  expect(noted(backUp('--note').asked)).toBe(1);
  program('psql', 'exit 2');
  expect(backUp('--note').status).toBe(2);
});
