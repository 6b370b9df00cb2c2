import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../../infra/local/src/programs/chromium';
import { findRabbitmq } from '../../infra/local/src/programs/rabbitmq';
import { findProgram, freePort, runCommand } from '../../infra/local/src/run-command';

const root = join(__dirname, '../..');

type Settings = Record<string, string>;

/**
 * Runs a bench in a form that takes seconds. Its figures then mean nothing, so a missed target is no failure. With `until`, it is
 * interrupted as soon as its output matches. Afterwards nothing of it may be left, neither a process nor a file.
 */
async function bench(name: string, settings: Settings, until?: RegExp): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  // Postgres' account has to pass through it.
  chmodSync(folder, 0o711);
  try {
    const env = { ...process.env, ...settings, BENCH_PORT: String(await freePort()), TMPDIR: folder };
    const { code, output, interrupted } = await runUntil(name, env, until);
    expect(output).not.toMatch(/NaN|undefined|\n\s+at .*:\d+:\d+/);
    expect(interrupted ? [130] : [0, 1]).toContain(code);
    expect({ files: filesIn(folder), processes: processesWith(folder) }).toEqual({ files: [], processes: [] });
    return output;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Ended = { code: number | null; output: string; interrupted: boolean };

function runUntil(name: string, env: NodeJS.ProcessEnv, until?: RegExp): Promise<Ended> {
  const child = spawn(process.execPath, ['bench/run.mjs', name], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), 220_000);
  let output = '';
  let interrupted = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (!until?.test(output) || interrupted) return;
      interrupted = true;
      child.kill('SIGINT');
    });
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output: output.trim(), interrupted });
    }),
  );
}

/** What compilers keep for their next run is meant to stay. */
const filesIn = (folder: string) => readdirSync(folder).filter((name) => !/^(tsx-|jest_|node-compile-cache)/.test(name));

/** The programs that were started with this folder, as their command or as their temporary folder; none where there is no /proc. */
function processesWith(folder: string): string[] {
  const textOf = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return ''; // it has ended, or is another account's
    }
  };
  const pids = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return pids
    .filter((pid) => ['cmdline', 'environ'].some((file) => textOf(pid, file).includes(folder)))
    .map((pid) => textOf(pid, 'cmdline'));
}

/** The last line with a target, which a bench prints once it has all its figures. */
const VERDICT = /target.*\b(met|missed)\b/i;

test('each bench stands in the README, and its code can be loaded', async () => {
  const { output } = await runCommand(process.execPath, ['bench/run.mjs'], { cwd: root });
  const names = [...output.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name]) => name!);
  const page = readFileSync(join(root, 'bench/README.md'), 'utf8');
  expect([...page.matchAll(/^\| `npm run bench -- (\w+)`/gm)].map(([, name]) => name).sort()).toEqual([...names].sort());
  const load = names.map((name) => `console.log('${name}', typeof (await import('./bench/${name}.mjs')).run);`).join('\n');
  const loaded = await runCommand(process.execPath, ['--input-type=module', '-e', load], { cwd: root });
  expect(loaded).toEqual({ code: 0, output: names.map((name) => `${name} function`).join('\n') });
});

test.each([
  ['admin', { BENCH_ROUNDS: '1', BENCH_TRACKS: '100' }],
  ['check', { BENCH_ROUNDS: '1' }],
  ['checkout', { BENCH_SECONDS: '2', BENCH_BUYERS_AT_ONCE: '2', BENCH_TRACKS: '1000' }],
  ['fingerprints', { BENCH_TRACKS: '1', BENCH_STRANGERS: '2', BENCH_STORED: '200' }],
  ['hostile', { BENCH_SECONDS: '1' }],
  ['log', { BENCH_LEAVES: '2000', BENCH_ROUNDS: '5' }],
  ['logins', { BENCH_ROUNDS: '1', BENCH_SECONDS: '1' }],
  ['transfers', { BENCH_ROUNDS: '1', BENCH_MB: '8' }],
])('the bench %s runs to its end', async (name, settings) => {
  expect(await bench(name, settings)).toMatch(VERDICT);
});

test('the bench growth measures every public and account call', async () => {
  const output = await bench('growth', { BENCH_SIZES: '100', BENCH_ROUNDS: '1' });
  expect(output).toMatch(VERDICT);
  expect(output).toContain('Every public and account call is measured');
});

const withNginx = ['nginx', 'wrk'].every((name) => findProgram(name, ['/usr/sbin'])) ? test : test.skip;
withNginx('the bench list runs to its end', async () => {
  expect(await bench('list', { BENCH_ROUNDS: '1' })).toMatch(VERDICT);
});

test('the bench feedback sees every click, where there is a browser', async () => {
  if ('missing' in (await findChromium())) return;
  expect(await bench('feedback', { BENCH_ROUNDS: '1' })).toMatch(VERDICT);
});

test('the campaign harms the shop and finds its invariants whole, where there is a RabbitMQ', async () => {
  if ('missing' in (await findRabbitmq({ own: true }))) return;
  const rounds = mkdtempSync(join(tmpdir(), 'rounds-'));
  const short = { CAMPAIGN_MINUTES: '0.1', CAMPAIGN_PROCESSES: '1', CAMPAIGN_FAULTS: '20', CAMPAIGN_BUYERS: '2' };
  try {
    expect(await bench('campaign', { ...short, CAMPAIGN_FILE: join(rounds, 'rounds.jsonl') })).toMatch(/^violations: 0$/m);
  } finally {
    rmSync(rounds, { recursive: true });
  }
});

/** Tests fetch nothing: a bench has what npm fetched before, or says that it is missing. */
const OFFLINE = { npm_config_offline: 'true' };
const MISSING = /^Nothing was measured: npm cannot fetch /m;

test('the bench mutants plants faults in a rule, or says what is missing', async () => {
  const output = await bench('mutants', { ...OFFLINE, BENCH_SUBJECTS: 'ledger', BENCH_WORKERS: '1' });
  if (!MISSING.test(output)) expect(output).toMatch(VERDICT);
});

test('the bench lighthouse marks a page, or says what is missing, and leaves no browser behind when it is interrupted', async () => {
  if ('missing' in (await findChromium())) return;
  const output = await bench(
    'lighthouse',
    { ...OFFLINE, BENCH_ROUNDS: '1', BENCH_TRACKS: '0' },
    /^\/ on a computer, this build .+ ms/m,
  );
  if (!MISSING.test(output)) expect(output).toMatch(/ ms .* ms /);
});
