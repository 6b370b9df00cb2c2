import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { root } from '../../infra/local/ensure-installed.mjs';
import { freePorts, journeyShops } from './programs.mjs';

/** What a tier came to: counts of tests, the reasons why some were skipped or are missing, and each test with its milliseconds. */
export const nothing = () => ({ passed: 0, failed: 0, skipped: 0, notes: [], tests: [] });

const running = new Set();
let interrupted = false;

/** Interrupts the children, as Ctrl-C does, and waits until each has ended what it has started itself. Nothing is started after that. */
export async function interruptAll() {
  interrupted = true;
  const ended = [...running].map((child) => once(child, 'close'));
  for (const child of running) child.kill('SIGINT');
  await Promise.all(ended);
}

/**
 * Runs node with these arguments, its output shown, and answers the exit code; after the limit it is killed, which is a failure. With
 * `output: 'pipe'` it answers what was said instead of showing it, and sends SIGTERM as soon as `until` was said.
 */
function node(args, { cwd = root, env = {}, minutes = 40, output = 'inherit', until } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', output, 'inherit'] });
    running.add(child);
    let said = '';
    child.stdout?.on('data', (chunk) => {
      said += chunk;
      if (until?.test(said)) child.kill('SIGTERM');
    });
    const timer = setTimeout(() => {
      console.error(`Still running after ${minutes} minutes: stopped.`);
      child.kill('SIGKILL');
    }, minutes * 60_000);
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      if (!interrupted) resolve({ code: code ?? 1, said });
    });
  });
}

/** Chains of commands, side by side, that count as one test; all of them run. */
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

/** Test files leave much behind that is garbage at once; with more room for what is young, the collector runs less often. */
const ROOM_FOR_THE_YOUNG = '--max-semi-space-size=64';

/** One project of jest.config.cjs; `more` are further arguments, such as a path. */
export async function jest(project, { results, env, more = [] }) {
  const file = join(results, `${project}.json`);
  // a connection that a test has left open must not keep the run from ending
  const report = ['--json', `--outputFile=${file}`, '--passWithNoTests', '--maxWorkers=2', '--forceExit'];
  const command = [ROOM_FOR_THE_YOUNG, 'node_modules/jest/bin/jest.js', '--selectProjects', project];
  const { code } = await node([...command, ...report, ...more], { env });
  if (!existsSync(file)) return { ...nothing(), failed: code === 0 ? 0 : 1 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  const left = testResults.filter(({ assertionResults }) => assertionResults.some(({ status }) => status === 'pending'));
  const repeated = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, invocations }) => status === 'passed' && invocations > 1);
  return {
    passed: numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
    notes: [
      ...(left.length === 0 ? [] : [`skipped in ${left.map(({ name }) => relative(root, name)).join(', ')}`]),
      ...repeated.map(({ fullName }) => `passed only when repeated: ${fullName}`),
    ],
    tests: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({ title: `${relative(root, name)}: ${fullName}`, ms: duration ?? 0 })),
    ),
  };
}

/** How many shops, and workers, walk the journeys: two leave a third of two cores idle, because a journey often waits. */
const WORKERS = 3;
const READY = /^Ready after/m;

/**
 * Fills the shop of the first worker with the demo data and copies it for the others: making the data takes a minute of the processor's
 * time. A shop that could not be filled fills itself when the journeys start.
 */
export async function fillShops(shops) {
  const { dataDirOf, shopEnvironment, copyPostgres } = journeyShops();
  const [shop, inbox, paypal] = await freePorts(3);
  const first = dataDirOf(shops, 0);
  const { said } = await node([join(root, 'infra/local/dist/main.js')], {
    env: shopEnvironment(first, { shop, inbox, paypal }),
    output: 'pipe',
    until: READY,
  });
  if (!READY.test(said)) return console.error(`The shop of the journeys was not filled:\n${said}`);
  const cluster = join(first, 'postgres') + sep;
  for (let at = 1; at < WORKERS; at += 1) {
    const copy = dataDirOf(shops, at);
    await cp(first, copy, { recursive: true, filter: (path) => !path.startsWith(cluster) });
    await copyPostgres(join(first, 'postgres'), join(copy, 'postgres'));
  }
}

/** Removes the data of the journeys' shops, also those that Postgres keeps elsewhere. */
export async function removeShops(shops) {
  if (!existsSync(shops)) return;
  const { dataDirOf, removePostgres } = journeyShops();
  for (let at = 0; at < WORKERS; at += 1) {
    const database = join(dataDirOf(shops, at), 'postgres');
    if (existsSync(database)) await removePostgres(database);
  }
}

/** The journeys of e2e in the given browser: all of them by three workers side by side, chosen ones by one, each in a shop of its own. */
export async function playwright({ results, shops, env, more = [] }) {
  const file = join(results, 'journeys.json');
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  journeyShops(); // loaded now: Ctrl-C ends what loads TypeScript
  const ports = await freePorts(3 * (more.length > 0 ? 1 : WORKERS));
  const settings = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, E2E_PORTS: ports.join(), E2E_DATA_DIR: shops, ...env };
  const { code } = await node([cli, 'test', '--reporter=list,json', ...more], {
    cwd: join(root, 'e2e'),
    env: settings,
    minutes: 60,
  });
  if (!existsSync(file)) return { ...nothing(), failed: 1 };
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'));
  const { expected, flaky, unexpected, skipped } = stats;
  const notes = flaky > 0 ? [`${flaky} passed only when repeated`] : [];
  return {
    passed: expected + flaky,
    failed: unexpected === 0 && code !== 0 ? 1 : unexpected,
    skipped,
    notes,
    tests: suites.flatMap(journeysIn),
  };
}

/** Every journey below one of Playwright's suites, which nest: file, then describe. */
const journeysIn = ({ file, specs = [], suites = [] }) => [
  ...specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, results }) => ({
      title: `e2e/journeys/${file} (${projectName}): ${title}`,
      ms: Math.max(0, ...results.map(({ duration }) => duration)),
    })),
  ),
  ...suites.flatMap(journeysIn),
];

/** How many journeys there are, without running one. */
export async function countJourneys() {
  const { said } = await node([join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--list'], {
    cwd: join(root, 'e2e'),
    output: 'pipe',
  });
  return Number(/Total: (\d+) test/.exec(said)?.[1] ?? 0);
}
