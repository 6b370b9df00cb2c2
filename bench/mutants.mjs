import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../infra/local/ensure-installed.mjs';
import { exitCodeOf, removedAtExit, temporaryFolder } from './shop.mjs';

/** This bench has npm fetch them, because nothing else needs them. Version 10 needs Node 22. */
const STRYKER = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/jest-runner@9.6.1'];
/** Where Stryker changes copies of the repository. */
const COPIES = join(root, '.data', `mutants-${process.pid}`);
const TARGET = 85;
const NOT_UNIT = '\\.(api|broker|fault|compose|cluster)\\.test\\.ts$';

/**
 * The rules that need no database, by subject, and the tests that hold them. What is decided in SQL (claims, postings, whose session a
 * request is) is tested on Postgres, which takes too long for each mutant.
 */
const SUBJECTS = {
  pricing: { rules: ['packages/contracts/src/pricing.ts'], tests: ['packages/contracts/src/pricing.test.ts'] },
  ledger: { rules: ['services/sellers/src/ledger/share.ts'], tests: ['services/sellers/src/ledger/share.test.ts'] },
  orders: {
    rules: ['services/orders/src/orders/order.entity.ts', 'services/orders/src/orders/links.ts'],
    tests: ['services/orders/src/orders/*.test.ts'],
  },
  payments: {
    rules: ['services/orders/src/payments/webhook-signature.ts', 'services/orders/src/payments/reconciliation/compare.ts'],
    tests: ['services/orders/src/payments/*.test.ts', 'services/orders/src/payments/reconciliation/*.test.ts'],
  },
  sessions: {
    rules: ['services/identity/src/sessions/client.ts'],
    tests: ['services/identity/src/sessions/*.test.ts'],
  },
  roles: {
    rules: ['packages/http/src/auth.ts', 'packages/http/src/endpoint.ts', 'services/identity/src/accounts/user.entity.ts'],
    tests: ['packages/http/src/*.test.ts', 'services/identity/src/accounts/*.test.ts'],
  },
  requests: {
    rules: [
      'packages/http/src/http.ts',
      'packages/http/src/implement.ts',
      'packages/http/src/errors.ts',
      'packages/http/src/encodings.ts',
      'gateway/src/guard/same-origin.ts',
      'gateway/src/guard/proxy-trust.ts',
    ],
    tests: ['packages/http/src/*.test.ts', 'gateway/src/guard/*.test.ts'],
  },
};

/**
 * Changes the code of each subject in many small ways and runs the tests beside it: a mutant that every test lets pass is a fault
 * that nobody would notice. `BENCH_SUBJECTS=pricing,ledger` takes some.
 * @returns whether the tests kill enough of each subject
 */
export async function run() {
  const chosen = process.env.BENCH_SUBJECTS?.split(',') ?? Object.keys(SUBJECTS);
  const folder = temporaryFolder('shop-mutants-');
  removedAtExit(COPIES);
  const tools = process.env.BENCH_STRYKER ?? folder;
  const refusal = tools === folder ? await fetchStryker(folder) : null;
  if (refusal) {
    console.log(`Nothing was measured: npm cannot fetch ${STRYKER.join(' and ')}\n${refusal}`);
    return false;
  }
  const rows = [];
  for (const subject of chosen) rows.push(await measure(subject, tools, folder));
  console.log(`\n${'subject'.padEnd(12)}${'mutants'.padStart(9)}${'killed'.padStart(9)}${'%'.padStart(7)}`);
  for (const { subject, all, killed, share } of rows)
    console.log(subject.padEnd(12) + String(all).padStart(9) + String(killed).padStart(9) + share.toFixed(1).padStart(7));
  const met = rows.every(({ share }) => share >= TARGET);
  console.log(`Target: ${TARGET} % of each. ${met ? 'Met.' : 'Missed.'}`);
  return met;
}

/**
 * Has npm fetch Stryker into `folder`.
 * @returns what npm says when it cannot, else null
 */
async function fetchStryker(folder) {
  const child = spawn('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...STRYKER], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (chunk) => (words += chunk));
  return (await exitCodeOf(child)) === 0 ? null : words.trim();
}

async function measure(subject, tools, folder) {
  const report = join(folder, `${subject}.json`);
  const config = join(folder, `${subject}.config.json`);
  writeFileSync(config, JSON.stringify(configOf(SUBJECTS[subject], tools, folder, report)));
  console.log(`\n── ${subject} ──`);
  const program = join(tools, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const code = await exitCodeOf(
    spawn(process.execPath, [program, 'run', config], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }),
  );
  if (code !== 0) throw new Error(`Stryker ended with ${code}`);
  const { files } = JSON.parse(readFileSync(report, 'utf8'));
  const all = Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ ...mutant, file })));
  const counted = all.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
  const killed = counted.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  for (const { file, location, replacement, status } of counted.filter((mutant) => !killed.includes(mutant)))
    console.log(
      `${file}:${location.start.line}:${location.start.column}  ${status}  ${replacement?.replace(/\s+/g, ' ').slice(0, 90)}`,
    );
  return { subject, all: counted.length, killed: killed.length, share: (100 * killed.length) / Math.max(1, counted.length) };
}

/** Stryker changes a copy of the repository below .data, which it removes. Packages of the shop are found by their source. */
function configOf({ rules, tests }, tools, folder, report) {
  const tool = join(tools, 'node_modules/@stryker-mutator/jest-runner/dist/src');
  const jestConfig = join(folder, 'jest.config.cjs');
  const own = {
    testMatch: tests.map((path) => `<rootDir>/${path}`),
    testPathIgnorePatterns: ['/node_modules/', NOT_UNIT],
    moduleNameMapper: sourcesOfPackages(),
  };
  // Jest reads it within the copy. Stryker finds tests by testMatch alone.
  writeFileSync(
    jestConfig,
    `const { projects } = require(${JSON.stringify(join(root, 'jest.config.cjs'))});
     const { displayName, testRegex, ...unit } = projects.find(({ displayName }) => displayName === 'unit');
     const testEnvironment = ${JSON.stringify(join(tool, 'jest-plugins/jest-environment-node.cjs'))};
     module.exports = { ...unit, ...${JSON.stringify(own)}, testEnvironment, rootDir: process.cwd() };`,
  );
  return {
    mutate: rules,
    testRunner: 'jest',
    plugins: [join(tool, 'index.js')],
    jest: { projectType: 'custom', configFile: jestConfig, enableFindRelatedTests: false },
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    ignorePatterns: ['/.data', '/e2e', '/docs', '**/dist', '/test-results'],
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    // Needs the compiler beside Stryker; nothing here reads the copy's configuration of it.
    tsconfigFile: 'none.json',
    tempDirName: relative(root, COPIES),
    cleanTempDir: 'always',
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 30,
    concurrency: Number(process.env.BENCH_WORKERS ?? 2),
    allowEmpty: false,
  };
}

/**
 * The shop's packages by their names. Node would find them outside of the copy, where they are another instance: no refusal of one is a
 * refusal for the other.
 */
const sourcesOfPackages = () =>
  Object.fromEntries(
    readdirSync(join(root, 'packages')).flatMap((folder) => {
      const { name, exports } = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'));
      return Object.entries(exports).map(([path, { source }]) => [
        `^${name}${path.slice(1)}$`,
        `<rootDir>/${join('packages', folder, source)}`,
      ]);
    }),
  );
