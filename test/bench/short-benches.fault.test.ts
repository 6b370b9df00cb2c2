import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../../infra/local/src/programs/chromium';
import { findProgram, freePort, runCommand } from '../../infra/local/src/run-command';

const root = join(__dirname, '../..');

/** Runs a bench in a form that takes seconds. Its figures then mean nothing, so a missed target is no failure. */
async function bench(name: string, settings: Record<string, string>) {
  const { code, output } = await runCommand(process.execPath, ['bench/run.mjs', name], {
    cwd: root,
    env: { ...process.env, ...settings, BENCH_PORT: String(await freePort()) },
    timeoutMs: 200_000,
  });
  expect(output).not.toMatch(/NaN|undefined|\n\s+at .*:\d+:\d+/);
  expect([0, 1]).toContain(code);
  return output;
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
  ['check', { BENCH_ROUNDS: '1' }],
  ['fingerprints', { BENCH_TRACKS: '1', BENCH_STRANGERS: '2', BENCH_STORED: '200' }],
  ['hostile', { BENCH_SECONDS: '1' }],
  ['log', { BENCH_LEAVES: '2000', BENCH_ROUNDS: '5' }],
  ['logins', { BENCH_ROUNDS: '1', BENCH_SECONDS: '1' }],
  ['transfers', { BENCH_ROUNDS: '1', BENCH_MB: '8' }],
])('the bench %s runs to its end', async (name, settings) => {
  expect(await bench(name, settings)).toMatch(VERDICT);
});

const withNginx = ['nginx', 'wrk'].every((name) => findProgram(name, ['/usr/sbin'])) ? test : test.skip;
withNginx('the bench list runs to its end', async () => {
  expect(await bench('list', { BENCH_ROUNDS: '1' })).toMatch(VERDICT);
});

test('the bench feedback sees every click, where there is a browser', async () => {
  if ('missing' in (await findChromium())) return;
  expect(await bench('feedback', { BENCH_ROUNDS: '1' })).toMatch(VERDICT);
});
