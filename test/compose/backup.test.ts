import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const script = readFileSync(join(__dirname, '../../infra/k8s/overlays/small/backing/shop-backup.sh'), 'utf8');
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'shop-backup-databases-'));
  for (const folder of ['bin', 'archive/base', 'archive/wal', 'data/pg_wal']) mkdirSync(join(home, folder), { recursive: true });
  begins('000000010000000000000007');
  postgresIsOn(1);
  program('pg_archivecleanup', 'exit 0');
  program('psql', 'exit 0');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Replaces a program that needs a Postgres, and records its calls. */
function program(name: string, does: string) {
  writeFileSync(join(home, 'bin', name), `#!/bin/sh\necho "${name} $*" >> '${home}/asked'\n${does}\n`);
  chmodSync(join(home, 'bin', name), 0o755);
}
/** The commands that pack a backup whose changes begin with that file. It is whole at the position 100 of that file, or of a later one. */
function packing(first: string, folder: string, last = first): string {
  const position = (file: string, at: string) => `0/${Number.parseInt(file.slice(16), 16).toString(16).toUpperCase()}000${at}`;
  const range = `{ "Timeline": ${Number.parseInt(first.slice(0, 8), 16)}, "Start-LSN": "${position(first, '028')}", "End-LSN": "${position(last, '100')}" }`;
  return `echo 'START WAL LOCATION: ${position(first, '028')} (file ${first})' > '${home}/backup_label' &&
    tar -czf ${folder}/base.tar.gz -C '${home}' backup_label && printf '"WAL-Ranges": [\n%s\n],\n' '${range}' > ${folder}/backup_manifest`;
}
/** The next backup's changes begin with that file. */
const begins = (first: string) =>
  program('pg_basebackup', `folder=\${2#--pgdata=} && mkdir "$folder" && ${packing(first, '"$folder"')}`);

/** Postgres writes to that timeline, and what pg_controldata says is in a file. */
function postgresIsOn(timeline: number, state = 'in production') {
  const control = `Database cluster state:               ${state}\nLatest checkpoint's TimeLineID:       ${timeline}\n`;
  writeFileSync(join(home, 'data/control'), control);
  writeFileSync(join(home, 'bin/pg_controldata'), '#!/bin/sh\ncat "$1/control"\n', { mode: 0o755 });
}

/** Timeline 2 was begun by a restore to that position of the first one. */
const branchedOff = (position: string) => `1\t${position}\tbefore 2026-01-31 12:00:00+00\n`;
const archive = (file: string, content: string | Buffer) => writeFileSync(join(home, 'archive/wal', file), content);

const HOUR_MS = 3_600_000;
const nameOf = (hoursAgo: number) => new Date(Date.now() - hoursAgo * HOUR_MS).toISOString().replace(/[-:]|\.\d+/g, '');

/** Makes a backup that was complete this many hours ago. Its changes begin with that file. */
function thereIs(hoursAgo: number, first: string, last = first): string {
  const name = nameOf(hoursAgo);
  const folder = join(home, 'archive/base', name);
  mkdirSync(folder);
  expect(spawnSync('sh', ['-c', packing(first, `'${folder}'`, last)]).status).toBe(0);
  return name;
}
const RECENT = expect.stringMatching(/^\d{8}T\d{6}Z$/) as string;

function backUp(...args: string[]) {
  rmSync(join(home, 'asked'), { force: true });
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script.replaceAll('/archive/', `${home}/archive/`), '-', ...args], {
    env: { ...process.env, PATH: `${home}/bin:${process.env.PATH}`, PGDATA: join(home, 'data') },
    encoding: 'utf8',
  });
  const calls = existsSync(join(home, 'asked')) ? readFileSync(join(home, 'asked'), 'utf8').trim().split('\n') : [];
  return { status, stdout, stderr, asked: calls.map((line) => line.replaceAll(home, '')), kept: backups() };
}
const backups = () => readdirSync(join(home, 'archive/base')).filter((name) => name !== '.lock');

test('a full archive has room again without another backup', () => {
  thereIs(26, '000000010000000000000003');
  const last = thereIs(2, '000000010000000000000005');
  mkdirSync(join(home, 'archive/base/new.part'));
  const { status, asked, stdout } = backUp('--prune');
  expect([status, backups()]).toEqual([0, [last]]);
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
  const noted = (calls: string[]) => calls.filter((line) => line.includes('INSERT INTO backups')).length;
  const { status, kept, asked } = backUp('--without-note');
  expect([status, kept, noted(asked)]).toEqual([0, [RECENT], 0]);
  expect(noted(backUp('--note').asked)).toBe(1);
  program('psql', 'exit 2');
  expect(backUp('--note').status).toBe(2);
});

test('after a restore to before the last backup, what has room again keeps the one that leads to the data', () => {
  const before = thereIs(38, '000000010000000000000003');
  thereIs(14, '000000010000000000000005');
  archive('00000002.history.gz', gzipSync(branchedOff('0/4000098')));
  postgresIsOn(2);
  const { status, asked, kept } = backUp('--prune');
  expect([status, kept]).toEqual([0, [before]]);
  expect(asked).toEqual(['pg_archivecleanup -x .gz /archive/wal 000000010000000000000003']);
});

test('a backup that was whole only after the restored moment does not lead to the data', () => {
  const before = thereIs(38, '000000010000000000000003');
  thereIs(14, '000000010000000000000005', '00000001000000000000000A');
  archive('00000002.history', branchedOff('0/9FFFFFF'));
  postgresIsOn(2);
  expect(backUp('--prune')).toMatchObject({ status: 0, kept: [before] });
});

test('a backup that was whole before the restored moment leads to the data, at whatever length its position is written', () => {
  thereIs(38, '000000010000000000000003');
  const last = thereIs(14, '000000010000000000000005', '00000001000000000000000A');
  archive('00000002.history', branchedOff('0/10000098'));
  postgresIsOn(2);
  expect(backUp('--prune')).toMatchObject({ status: 0, kept: [last] });
  archive('00000002.history', branchedOff('1/98'));
  expect(backUp('--prune')).toMatchObject({ status: 0, kept: [last] });
});

test('the changes since the first backup after a restore are kept, although an older one is further on', () => {
  thereIs(27, '000000010000000000000005');
  const restored = thereIs(15, '000000020000000000000004');
  archive('00000002.history.gz', gzipSync(branchedOff('0/4000010')));
  begins('000000020000000000000009');
  const { status, asked, kept, stderr } = backUp();
  expect([status, kept, stderr]).toEqual([0, [restored, RECENT], '']);
  expect(asked).toContain('pg_archivecleanup -x .gz /archive/wal 000000020000000000000004');
});

test('nothing is removed while nobody can know which backup leads to the data', () => {
  const before = thereIs(38, '000000010000000000000003');
  const last = thereIs(14, '000000010000000000000005');
  const refused = (why: string, backups = [before, last]) =>
    expect(backUp('--prune')).toMatchObject({
      status: 1,
      asked: [],
      kept: backups,
      stderr: expect.stringMatching(`${why}.*nothing was removed`),
    });
  postgresIsOn(2);
  refused('timeline 2 is not archived yet');
  archive('00000002.history', branchedOff('0/2000098'));
  refused('No backup leads to the databases as they are now');
  postgresIsOn(1, 'in archive recovery');
  refused('has not read every change yet');
  postgresIsOn(1);
  writeFileSync(join(home, 'data/recovery.signal'), '');
  refused('has not read every change yet');
  rmSync(join(home, 'data/recovery.signal'));
  rmSync(join(home, 'archive/base', before, 'backup_manifest'));
  refused(`'${before}' cannot be read`);
  program('pg_controldata', 'exit 1');
  expect(backUp('--prune')).toMatchObject({
    status: 1,
    kept: [before, last],
    stderr: expect.stringContaining('nothing was removed'),
  });
});

test('a full archive, which does not have the newest timeline yet, has room again', () => {
  const before = thereIs(38, '000000010000000000000003');
  thereIs(14, '000000010000000000000005');
  writeFileSync(join(home, 'data/pg_wal/00000002.history'), branchedOff('0/4000098'));
  postgresIsOn(2);
  expect(backUp('--prune')).toMatchObject({ status: 0, kept: [before] });
});

test('the first backup after a restore removes nothing before the timeline is archived', () => {
  const before = thereIs(38, '000000010000000000000003');
  const last = thereIs(14, '000000010000000000000005');
  begins('000000020000000000000004');
  const { status, asked, kept, stderr } = backUp();
  expect([status, kept]).toEqual([0, [before, last, RECENT]]);
  expect(asked.join()).not.toContain('pg_archivecleanup');
  expect(stderr).toContain('What is older was not removed.');
});

test('no backup is made while Postgres reads the changes after a restore', () => {
  program('psql', 'echo t');
  expect(backUp()).toMatchObject({ status: 1, kept: [], stderr: expect.stringContaining('has not read every change yet') });
});
