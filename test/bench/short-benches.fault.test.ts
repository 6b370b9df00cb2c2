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

test.each([
  ['hostile', { BENCH_SECONDS: '1' }],
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
