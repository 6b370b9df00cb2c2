import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeProcess, type Machine } from './describe-process';
import { ownerFile, portOf, stopOrphan } from './postgres-orphan';

let cluster: string;
const pidFile = () => join(cluster, 'postmaster.pid');

/** A cluster whose pid file names a living process, and that was started by one: both are this test's. */
beforeEach(async () => {
  cluster = join(await mkdtemp(join(tmpdir(), 'shop-orphan-test-')), 'cluster');
  await mkdir(cluster);
  await writeFile(pidFile(), `${process.pid}\n${cluster}\n0\n5433\n`);
  await writeFile(ownerFile(cluster), String(process.pid));
});
afterEach(() => rm(join(cluster, '..'), { recursive: true }));

const describedBy = (machine: Partial<Machine>) => (pid: number) =>
  describeProcess(pid, { platform: 'win32', run: () => Promise.resolve({ code: 0, output: '' }), ...machine });

/** A machine with Windows on which the named process has this parent, name and command line. */
const windows = (output: string, run = jest.fn().mockResolvedValue({ code: 0, output })) => ({
  run,
  describe: describedBy({ run }),
});

test('on Windows a running shop is found and left alone, whose Postgres PowerShell describes', async () => {
  const { run, describe } = windows(`${process.pid}|postgres.exe|"C:\\shop\\bin\\postgres.exe" -D ${cluster} -p 5433`);
  expect(await portOf(cluster, describe)).toBe(5433);
  await expect(stopOrphan(cluster, () => {}, describe)).rejects.toThrow(`is in use by process ${process.pid}`);
  expect(existsSync(pidFile())).toBe(true);
  expect(run.mock.calls[0]).toEqual(['powershell.exe', expect.arrayContaining(['-NoProfile']), expect.anything()]);
  expect(String(run.mock.calls[0])).toContain(`ProcessId=${process.pid}'`);
});

test.each([
  ['an administrator sees', '4|svchost.exe|C:\\Windows\\System32\\svchost.exe -k netsvcs'],
  ['anybody sees', '4|svchost.exe|'],
])('another program that got the number of a killed Postgres is no reason not to start, by what %s', async (_, output) => {
  const { describe } = windows(output);
  expect(await portOf(cluster, describe)).toBeNull();
  await stopOrphan(cluster, () => {}, describe);
  expect(existsSync(pidFile())).toBe(false);
});

test.each<[string, Partial<Machine>]>([
  ['PowerShell is not there', { run: () => Promise.resolve({ code: null, output: 'spawn powershell.exe ENOENT' }) }],
  ['it may not see the command line of a Postgres', { run: () => Promise.resolve({ code: 0, output: '4|postgres.exe|' }) }],
  ['it says nothing', {}],
  ['there is no ps', { platform: 'darwin', run: () => Promise.resolve({ code: null, output: 'spawn ps ENOENT' }) }],
])('where %s, a living process is not taken for a stranger, and its pid file stays', async (_, machine) => {
  const refused = `Whether process ${process.pid} is the Postgres of ${cluster} cannot be found out`;
  await expect(portOf(cluster, describedBy(machine))).rejects.toThrow(refused);
  await expect(stopOrphan(cluster, () => {}, describedBy(machine))).rejects.toThrow(refused);
  expect(existsSync(pidFile())).toBe(true);
});

test('a process of this machine is described by its parent and its command line', async () => {
  expect(await describeProcess(process.pid)).toEqual({
    parent: process.ppid,
    command: expect.stringContaining('node') as string,
  });
});
