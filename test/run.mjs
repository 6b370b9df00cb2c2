import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../infra/local/build.mjs';
import { endWithNpm } from '../infra/local/end-with-npm.mjs';
import { ensureInstalled, requireNode, root } from '../infra/local/ensure-installed.mjs';
import { clockAt } from './run/clock.mjs';
import { findBrowser, startRabbitmq } from './run/programs.mjs';
import {
  commands,
  countJourneys,
  fillShops,
  interruptAll,
  jest,
  nothing,
  playwright,
  removeShops,
  succeeds,
} from './run/run-tier.mjs';

const usage = `npm test -- [--fast] [--only <tier>] [--clock <time>] [--no-install] [-- arguments for jest or Playwright]
  --fast        without faults and browser journeys
  --clock       runs it as if it were that time, such as 2028-02-29T23:05:00Z; needs Debian's faketime
  --no-install  installs no browser and no broker on this machine; what needs a missing one is skipped
  tiers: lint, build, unit, web, api, brokers, faults, journeys`;

const [ours, more] = split(process.argv.slice(2));
const install = !ours.includes('--no-install');
const valueOf = (option) => (ours.includes(option) ? ours[ours.indexOf(option) + 1] : undefined);
const only = valueOf('--only');
const clock = valueOf('--clock');
const results = mkdtempSync(join(tmpdir(), 'shop-test-results-'));
// Postgres' account has to pass through it.
chmodSync(results, 0o711);
const shops = join(results, 'shops');
let broker;
let browser;

const hasJourneys = () =>
  readdirSync(join(root, 'e2e'), { recursive: true }).some((name) => /(?<!node_modules.*)\.spec\.ts$/.test(name));

const tiers = {
  // The linter checks the types too.
  lint: () =>
    commands(
      [succeeds(['node_modules/oxlint/bin/oxlint'])],
      [
        succeeds(['node_modules/knip/bin/knip.js', '--no-progress']),
        succeeds(['node_modules/oxfmt/bin/oxfmt', '--list-different']),
      ],
    ),
  build: () => commands([() => build({ force: true }), succeeds(['web/test/first-load.mjs'])]),
  unit: () => jest('unit', { results, more }),
  web: () => jest('web', { results, more }),
  api: () => jest('api', { results, more }),
  brokers: () => withRabbitmq('brokers'),
  faults: () => withRabbitmq('faults'),
  journeys: async () => {
    if (!hasJourneys()) return nothing();
    const { path, missing } = await haveBrowser();
    if (missing) return { ...nothing(), skipped: await countJourneys(), notes: [missing] };
    return playwright({ results, shops, env: { CHROMIUM_PATH: path }, more });
  },
};

/** One broker for both tiers; without a broker, the suites that need it are skipped. */
const haveBroker = () => (broker ??= startRabbitmq({ install }));
const haveBrowser = () => (browser ??= findBrowser({ install }));

async function withRabbitmq(project) {
  const { env, missing } = await haveBroker();
  const outcome = await jest(project, { results, env, workers: 2, more });
  return missing ? { ...outcome, notes: [missing, ...outcome.notes] } : outcome;
}

/** Prepares the shops of all journeys. Beside tiers that mostly wait, this takes no extra time. */
async function prepareJourneys() {
  if (more.length > 0 || !hasJourneys()) return;
  await haveBroker(); // two programs cannot install packages at the same time
  if (!('path' in (await haveBrowser()))) return;
  console.log('Filling the shops of the journeys …');
  await fillShops(shops);
}

function split(args) {
  const at = args.indexOf('--');
  return at < 0 ? [args, []] : [args.slice(0, at), args.slice(at + 1)];
}

const seconds = (since) => Math.round((Date.now() - since) / 1000);
const minutes = (total) => `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;

async function runTier(name) {
  const since = Date.now();
  const outcome = await tiers[name]().catch((error) => ({ ...nothing(), failed: 1, notes: [error.message] }));
  return { name, time: seconds(since), ...outcome };
}

/**
 * Runs the chosen tiers. Brokers and faults mostly wait, so all tiers between build and journeys run beside them. The journeys
 * alone keep all cores busy.
 */
async function runTiers(names) {
  const rows = [];
  const isWanted = (name) => names.includes(name);
  const isBuilt = () => !rows.some(({ name, failed }) => name === 'build' && failed > 0);
  const inTurn = async (chain) => {
    for (const name of chain.filter((tier) => isWanted(tier) && (tier === 'lint' || isBuilt()))) {
      console.log(`\n── ${name} ──`);
      rows.push(await runTier(name));
    }
  };
  const build = inTurn(['build']);
  await Promise.all([
    Promise.all([build, inTurn(['lint'])])
      .then(() => isWanted('journeys') && isBuilt() && prepareJourneys())
      .then(() => inTurn(['api', 'unit', 'web'])),
    build.then(() => inTurn(['brokers', 'faults'])),
  ]);
  await inTurn(['journeys']);
  const failed = rows.find(({ name }) => name === 'build' && !isBuilt());
  failed?.notes.push('the build failed, so the tiers after it were not run');
  return Object.keys(tiers).flatMap((name) => rows.filter((row) => row.name === name));
}

const slowest = (rows) =>
  rows
    .flatMap(({ tests }) => tests)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 10);

function summarise(rows, time) {
  const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
  console.log('\ntier         time   passed   failed  skipped');
  for (const { name, time, passed, failed, skipped } of rows) {
    console.log(
      name.padEnd(10) + minutes(time).padStart(7) + [passed, failed, skipped].map((count) => String(count).padStart(9)).join(''),
    );
  }
  console.log(`${'all'.padEnd(10)}${minutes(time).padStart(7)}`);
  console.log('\nthe slowest tests');
  for (const { title, ms } of slowest(rows)) console.log(`${(ms / 1000).toFixed(1).padStart(8)} s  ${title}`);
  for (const { name, notes } of rows) for (const note of notes) console.log(`${name}: ${note}`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
  return sum('failed') === 0 && sum('passed') > 0;
}

async function cleanUp() {
  await (await broker)?.stop();
  await removeShops(shops);
  rmSync(results, { recursive: true, force: true });
}

requireNode();
endWithNpm();
const withValue = ['--only', '--clock'];
const unknown = ours.find(
  (arg, at) => !['--fast', '--no-install', ...withValue].includes(arg) && !withValue.includes(ours[at - 1]),
);
if (unknown || (ours.includes('--only') && !(only in tiers)) || (ours.includes('--clock') && !clock)) {
  console.error(usage);
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await interruptAll();
    await cleanUp();
    process.exit(130);
  });
}
ensureInstalled();
if (clock) Object.assign(process.env, clockAt(clock));
const chosen = only
  ? [only]
  : Object.keys(tiers).filter((name) => !ours.includes('--fast') || !['faults', 'journeys'].includes(name));
// Faults and journeys run the built programs.
const ready = !['faults', 'journeys'].includes(only) || (await build());
if (!ready) console.error('The build failed, so nothing was tested.');
const since = Date.now();
const green = ready && summarise(await runTiers(chosen), seconds(since));
await cleanUp();
process.exit(green ? 0 : 1);
