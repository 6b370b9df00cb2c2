import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { root } from '../../infra/local/ensure-installed.mjs';
import { freePorts, journeyShops } from './programs.mjs';

/** The empty result of a tier: counts of tests, notes (why tests were skipped or are missing), and the tests with their times. */
export const nothing = () => ({ passed: 0, failed: 0, skipped: 0, notes: [], tests: [] });

const running = new Set();
let interrupted = false;

/** Interrupts the children, as Ctrl-C does, and waits until each has ended with its own. No step of a tier begins after that. */
export async function interruptAll() {
  interrupted = true;
  const ended = [...running].map((child) => once(child, 'close'));
  for (const child of running) child.kill('SIGINT');
  await Promise.all(ended);
}

/**
 * Runs node with these arguments. Answers `code`, the exit code, and `said`, the output, which is shown instead unless `output` is
 * 'pipe'. When the output matches `until`, node gets SIGTERM. After `minutes` it is killed, which counts as a failure.
 */
function node(args, { cwd = root, env = {}, minutes = 40, output = 'inherit', until } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', output, 'inherit'] });
    running.add(child);
    let stdout = '';
    child.stdout?.on('data', (chunk) => {
      stdout += chunk;
      if (until?.test(stdout)) child.kill('SIGTERM');
    });
    const timer = setTimeout(() => {
      console.error(`Still running after ${minutes} minutes: stopped.`);
      child.kill('SIGKILL');
    }, minutes * 60_000);
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      if (!interrupted) resolve({ code: code ?? 1, said: stdout });
    });
  });
}

/**
 * Runs chains of commands side by side, the commands of a chain one after another. All chains run, even after a failure; together
 * they count as one test.
 */
export async function commands(...chains) {
  const inTurn = async (steps) => {
    let passed = true;
    for (const step of steps) if (!(await step())) passed = false;
    return passed;
  };
  const failed = (await Promise.all(chains.map(inTurn))).includes(false) ? 1 : 0;
  return { ...nothing(), passed: 1 - failed, failed };
}

export const succeeds = (args, options) => async () => (await node(args, options)).code === 0;

/** A test waits a third of its time, for Postgres or a timer, so two workers would leave a third of two cores idle. */
const TEST_WORKERS = 4;
/** Test files make many short-lived objects. With more memory for young objects the garbage collector runs less often. */
const ROOM_FOR_THE_YOUNG = '--max-semi-space-size=64';

/** Runs one project of jest.config.cjs; `more` are further arguments of jest, such as a path. */
export async function jest(project, { results, env, workers = TEST_WORKERS, more = [] }) {
  const file = join(results, `${project}.json`);
  // --forceExit: the run ends even if a test has left a connection open.
  const report = ['--json', `--outputFile=${file}`, '--passWithNoTests', `--maxWorkers=${workers}`, '--forceExit'];
  const command = [ROOM_FOR_THE_YOUNG, 'node_modules/jest/bin/jest.js', '--selectProjects', project];
  const { code } = await node([...command, ...report, ...more], { env });
  if (!existsSync(file)) return { ...nothing(), failed: code === 0 ? 0 : 1 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  const skipped = testResults.filter(({ assertionResults }) => assertionResults.some(({ status }) => status === 'pending'));
  return {
    passed: numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
    notes: skipped.length === 0 ? [] : [`skipped in ${skipped.map(({ name }) => relative(root, name)).join(', ')}`],
    tests: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({ title: `${relative(root, name)}: ${fullName}`, ms: duration ?? 0 })),
    ),
  };
}

/** How many workers run the journeys, each with a shop. A journey waits half of its time, for frames and timers of the page. */
const JOURNEY_WORKERS = 3;
/** What the shop says last: it is open by then, and its tracks have their files. */
const FILLED = /^Demo files: .+ delivered by the shop$/m;

/**
 * Fills the shop of the first worker with the demo data and copies it for the others, because making the data takes two minutes of
 * the processor's time. If that fails, each shop makes its own data when the journeys start.
 */
export async function fillShops(shops) {
  const { dataDirOf, shopEnvironment, copyPostgres } = journeyShops();
  const [shop, inbox, paypal] = await freePorts(3);
  const first = dataDirOf(shops, 0);
  const { said } = await node([join(root, 'infra/local/dist/main.js')], {
    env: shopEnvironment(first, { shop, inbox, paypal }),
    output: 'pipe',
    until: FILLED,
    minutes: 10,
  });
  if (!FILLED.test(said)) return console.error(`The shop of the journeys was not filled:\n${said}`);
  const cluster = join(first, 'postgres') + sep;
  for (let at = 1; at < JOURNEY_WORKERS; at += 1) {
    const copy = dataDirOf(shops, at);
    await cp(first, copy, { recursive: true, filter: (path) => !path.startsWith(cluster) });
    await copyPostgres(join(first, 'postgres'), join(copy, 'postgres'));
  }
}

/** Removes the data of the journeys' shops, also Postgres' data outside of the folder. */
export async function removeShops(shops) {
  if (!existsSync(shops)) return;
  const { dataDirOf, removePostgres } = journeyShops();
  for (let at = 0; at < JOURNEY_WORKERS; at += 1) {
    const database = join(dataDirOf(shops, at), 'postgres');
    if (existsSync(database)) await removePostgres(database);
  }
}

/** Runs the journeys of e2e with a shop for each worker; with `more` (arguments that choose some) with one. */
export async function playwright({ results, shops, env, more = [] }) {
  const file = join(results, 'journeys.json');
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  journeyShops(); // loads TypeScript now, because removeShops needs it and it cannot be loaded after Ctrl-C
  const ports = await freePorts(3 * (more.length > 0 ? 1 : JOURNEY_WORKERS));
  const settings = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, E2E_PORTS: ports.join(), E2E_DATA_DIR: shops, ...env };
  const { code } = await node([cli, 'test', '--reporter=list,json', ...more], {
    cwd: join(root, 'e2e'),
    env: settings,
    minutes: 60,
  });
  if (!existsSync(file)) return { ...nothing(), failed: 1 };
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'));
  const { expected, flaky, unexpected, skipped } = stats;
  const tests = suites.flatMap(journeysIn);
  const named = (status) => tests.filter((journey) => journey.status === status).map(({ title }) => title);
  return {
    passed: expected + flaky,
    failed: unexpected === 0 && code !== 0 ? 1 : unexpected,
    skipped,
    notes: [
      ...named('unexpected').map((title) => `failed: ${title}`),
      ...named('flaky').map((title) => `passed only the second time: ${title}`),
    ],
    tests,
  };
}

/** All journeys in one of Playwright's suites. A suite is a file or a `describe`, and may contain others. */
const journeysIn = ({ file, specs = [], suites = [] }) => [
  ...specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, results, status }) => ({
      title: `e2e/journeys/${file} (${projectName}): ${title}`,
      status,
      ms: Math.max(0, ...results.map(({ duration }) => duration)),
    })),
  ),
  ...suites.flatMap(journeysIn),
];

/** Counts the journeys without running them. */
export async function countJourneys() {
  const { said } = await node([join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--list'], {
    cwd: join(root, 'e2e'),
    output: 'pipe',
  });
  return Number(/Total: (\d+) test/.exec(said)?.[1] ?? 0);
}
