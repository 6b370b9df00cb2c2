import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const script = readFileSync(join(__dirname, '../../infra/docker/restore.sh'), 'utf8');
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'shop-restore-'));
  for (const folder of ['bin', 'archive/base', 'archive/wal', 'data']) mkdirSync(join(home, folder), { recursive: true });
  program('install', 'mkdir -p "${8}"');
  program('chown', 'exit 0');
  isFree(5000);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Replaces a program that needs the image's own user. */
function program(name: string, does: string) {
  writeFileSync(join(home, 'bin', name), `#!/bin/sh\n${does}\n`);
  chmodSync(join(home, 'bin', name), 0o755);
}

const isFree = (megabytes: number) => program('df', `printf 'Avail\\n ${megabytes}MB\\n'`);

/** Makes a backup that was complete at that moment, on that timeline at that position. Its data hold its name. */
function backUp(name: string, timeline: number | '' = 1, position = '0/3000100') {
  const data = join(home, 'archive/base', name, 'data');
  mkdirSync(join(data, 'pg_wal'), { recursive: true });
  writeFileSync(join(data, 'name'), name);
  writeFileSync(join(data, 'backup_label'), `LABEL: pg_basebackup base backup\nSTART TIMELINE: ${timeline}\n`);
  writeFileSync(join(data, 'postgresql.auto.conf'), "work_mem = '8MB'\nrecovery_target_time = 'of an earlier restore'\n");
  const pack = (file: string, folder: string) =>
    spawnSync('tar', ['-czf', join(home, 'archive/base', name, file), '-C', folder, '.'], { encoding: 'utf8' });
  expect(pack('pg_wal.tar.gz', join(data, 'pg_wal')).status).toBe(0);
  expect(pack('base.tar.gz', data).status).toBe(0);
  rmSync(data, { recursive: true });
  writeFileSync(
    join(home, 'archive/base', name, 'backup_manifest'),
    `"WAL-Ranges": [\n{ "Timeline": ${timeline}, "Start-LSN": "0/3000028", "End-LSN": "${position}" }\n],\n`,
  );
}

function restore(...args: string[]) {
  const PGDATA = join(home, 'data/docker');
  const text = script.replaceAll('/archive/', `${home}/archive/`);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', text, 'shop-restore', ...args], {
    env: { ...process.env, PATH: `${home}/bin:${process.env.PATH}`, PGDATA },
    encoding: 'utf8',
  });
  const settings = existsSync(PGDATA) ? readFileSync(join(PGDATA, 'postgresql.auto.conf'), 'utf8') : '';
  return { status, stdout, stderr, settings, base: existsSync(PGDATA) ? readFileSync(join(PGDATA, 'name'), 'utf8') : null };
}

test('the last backup is put in place, with all that was archived since; what was there stays beside it', () => {
  for (const name of ['20260130T024000Z', '20260131T024000Z']) backUp(name);
  expect(restore()).toMatchObject({ status: 0, base: '20260131T024000Z', settings: expect.not.stringContaining('target_time ') });
  expect(restore('--base', '20260130T024000Z')).toMatchObject({ status: 0, base: '20260130T024000Z' });
  expect(readdirSync(join(home, 'data'))).toEqual(['docker', expect.stringMatching(/^docker\.before-\d{8}T\d{6}Z$/)]);
});

test('what starts Postgres is printed with what waits until it has read every change, as the runbook has it', () => {
  backUp('20260131T024000Z');
  const [said, ...commands] = restore().stdout.trim().split('\n');
  expect(said).toMatch(/^The backup 20260131T024000Z is in place\./);
  const runbook = readFileSync(join(__dirname, '../../docs/runbooks/restore.md'), 'utf8');
  expect(runbook).toContain(commands.map((command) => `   ${command}\n`).join(''));
  expect(commands.at(-1)).toContain('pg_is_in_recovery()');
});

test('a moment is reached from the last backup before it', () => {
  for (const name of ['20260130T024000Z', '20260131T024000Z']) backUp(name);
  const { base, settings } = restore('--until', '2026-01-31 05:00:00+03');
  expect(base).toBe('20260130T024000Z');
  expect(settings).toContain("recovery_target_time = '2026-01-31 02:00:00.000000+00'\n");
  expect(settings).not.toContain('of an earlier restore');
  expect(restore('--until', '2026-01-31 02:40:00Z')).toMatchObject({ status: 0, base: '20260131T024000Z' });
});

test('a moment that no backup leads to, or that cannot be read, is refused before anything is moved', () => {
  backUp('20260131T024000Z');
  expect(restore('--until', '2026-01-30 12:00:00Z')).toMatchObject({
    status: 1,
    base: null,
    stderr: expect.stringMatching(/^There is no backup from before 2026-01-30 12:00:00\S+ in \S+: 20260131T024000Z/),
  });
  expect(restore('--until', 'noonish')).toMatchObject({ status: 1, base: null });
  expect(restore('--base', '20260101T024000Z')).toMatchObject({ status: 1, base: null });
});

test('a backup that cannot be read, or does not say its timeline, takes nothing away', () => {
  backUp('20260130T024000Z');
  restore();
  for (const file of ['base.tar.gz', 'pg_wal.tar.gz']) {
    backUp('20260131T024000Z');
    const path = join(home, 'archive/base/20260131T024000Z', file);
    writeFileSync(path, readFileSync(path).subarray(0, -20));
    expect(restore('--discard')).toMatchObject({
      status: 1,
      base: '20260130T024000Z',
      stderr: expect.stringContaining('The backup 20260131T024000Z cannot be read. Another one (--base): 20260130T024000Z'),
    });
  }
  backUp('20260131T024000Z', '');
  expect(restore('--until', '2026-01-31 12:00:00Z', '--discard')).toMatchObject({
    status: 1,
    base: '20260130T024000Z',
    stderr: expect.stringContaining('does not say which timeline it is on'),
  });
});

/** A restore at that time has begun the timeline, from that position of the first one. */
function began(timeline: string, at: string, from = '0/4000098') {
  const file = join(home, 'archive/wal', `${timeline}.history`);
  writeFileSync(file, `1\t${from}\tbefore 2026-01-31 12:00:00+00\n`);
  utimesSync(file, new Date(at), new Date(at));
}

test('after a restore a moment may be before it or after it, so the timeline is asked for', () => {
  backUp('20260131T024000Z');
  began('0000000A', '2026-01-31T15:00:12Z');
  const moment = ['--until', '2026-01-31 12:00:00Z'];
  expect(restore(...moment)).toMatchObject({
    status: 1,
    base: null,
    stderr: expect.stringMatching(
      /^A restore after the backup 20260131T024000Z began timeline 10 at 2026-01-31 15:00:12Z\.\nWhere is .*? On timeline 1,/,
    ),
  });
  const timeline = (...args: string[]) => /^recovery_target_timeline = '(.*)'$/m.exec(restore(...args).settings)![1];
  expect(timeline(...moment, '--timeline', 'current')).toBe('current');
  expect(timeline(...moment, '--timeline', '10')).toBe('10');
  // The newest timeline has the latest changes.
  expect(timeline()).toBe('latest');
});

/** The answer when Postgres asks for that file of the archive: the file, or the exit code. */
function archived() {
  const command = /^restore_command = '(.*)'$/m.exec(restore().settings)![1]!;
  return (file: string, to = join(home, 'read')) => {
    const { status } = spawnSync('sh', ['-c', command.replaceAll('%f', file).replaceAll('%p', to)]);
    return status === 0 ? readFileSync(to, 'utf8') : status;
  };
}

test('archived changes are unpacked when read, and those of an earlier version are read unchanged', () => {
  backUp('20260131T024000Z');
  const read = archived();
  writeFileSync(join(home, 'archive/wal/000000010000000000000001'), 'of an earlier version');
  writeFileSync(join(home, 'archive/wal/000000010000000000000002.gz'), gzipSync('compressed'));
  const files = ['1', '2', '3'].map((number) => read(`00000001000000000000000${number}`));
  expect(files).toEqual(['of an earlier version', 'compressed', 1]);
});

test('a change that is archived and cannot be read ends the recovery, which goes on without one that is not there', () => {
  backUp('20260131T024000Z');
  const read = archived();
  writeFileSync(join(home, 'archive/wal/000000010000000000000001'), 'of an earlier version');
  writeFileSync(join(home, 'archive/wal/000000010000000000000002.gz'), gzipSync('compressed').subarray(0, 15));
  expect([read('000000010000000000000002'), read('000000010000000000000003')]).toEqual([255, 1]);
  expect(read('000000010000000000000001', join(home, 'no such folder/read'))).toBe(255);
});

test('a backup from after the restore is on its timeline already', () => {
  backUp('20260131T024000Z', 10);
  began('0000000A', '2026-01-30T15:00:12Z');
  expect(restore('--until', '2026-01-31 12:00:00Z').status).toBe(0);
});

test('without room for the data beside those that are there nothing is moved, unless these are given up', () => {
  backUp('20260131T024000Z');
  restore();
  writeFileSync(join(home, 'data/docker/name'), 'what is there');
  isFree(900);
  expect(restore()).toMatchObject({
    status: 1,
    base: 'what is there',
    stderr:
      'The data need 1000 MB beside those that are there, and 900 MB are free: make room, or give up what is there with --discard.\n',
  });
  program('du', 'printf "200MB\\t/data\\n"');
  expect(restore('--discard', '--base', '20260131T024000Z')).toMatchObject({ status: 0, base: '20260131T024000Z' });
  expect(readdirSync(join(home, 'data'))).toEqual(['docker']);
});

/** N1, N2, and then a restore to a moment between them, which N2 does not lead to. */
function isRestoredToBeforeTheLastBackup() {
  backUp('20260130T024000Z', 1, '0/3000100');
  backUp('20260131T024000Z', 1, '0/5000100');
  began('00000002', '2026-01-31T15:00:12Z', '0/4000098');
}

test('after a restore to before the last backup, the newest data are reached from the one before it', () => {
  isRestoredToBeforeTheLastBackup();
  expect(restore()).toMatchObject({
    status: 0,
    base: '20260130T024000Z',
    settings: expect.stringContaining("recovery_target_timeline = 'latest'\n"),
  });
  backUp('20260131T160000Z', 2, '0/4800100');
  expect(restore()).toMatchObject({ status: 0, base: '20260131T160000Z' });
});

test('a timeline is followed from a backup that leads to it, and the current one from each', () => {
  isRestoredToBeforeTheLastBackup();
  const moment = ['--discard', '--until', '2026-01-31 18:00:00Z', '--timeline'];
  expect(restore(...moment, '2').base).toBe('20260130T024000Z');
  expect(restore(...moment, '1').base).toBe('20260131T024000Z');
  expect(restore(...moment, 'current').base).toBe('20260131T024000Z');
  backUp('20260131T160000Z', 2, '0/4800100');
  expect(restore(...moment, '2').base).toBe('20260131T160000Z');
  expect(restore(...moment, '1').base).toBe('20260131T024000Z');
});

test('a timeline that the backup does not lead to is refused before anything is moved', () => {
  isRestoredToBeforeTheLastBackup();
  const named = ['--base', '20260131T024000Z'];
  expect(restore(...named)).toMatchObject({
    status: 1,
    base: null,
    stderr: expect.stringMatching(/^The backup 20260131T024000Z does not lead to timeline 2\. .*--timeline current/s),
  });
  expect(restore('--timeline', '3')).toMatchObject({
    status: 1,
    base: null,
    stderr: expect.stringContaining('leads to timeline 3'),
  });
  expect(restore('--timeline', 'noon')).toMatchObject({ base: null, stderr: expect.stringContaining('noon') });
  expect(restore(...named, '--timeline', 'current')).toMatchObject({ status: 0, base: '20260131T024000Z' });
});

test('a backup is on a timeline that was not archived', () => {
  isRestoredToBeforeTheLastBackup();
  backUp('20260131T160000Z', 3, '0/4800100');
  expect(restore()).toMatchObject({ status: 0, base: '20260131T160000Z' });
});
