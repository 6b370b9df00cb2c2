import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
type PackageLicence = { name: string; version: string; licence: string | null };
type Lock = { packages: Record<string, { version?: string; license?: string; dev?: boolean }> };

/** Runs an expression over the release's rules in another process, because they are an ES module. */
function ask<Result>(expression: string, lock?: Lock): Result {
  const script = `import * as rules from './infra/release/licences.mjs';
    let text = ''; for await (const chunk of process.stdin) text += chunk;
    const lock = text ? JSON.parse(text) : undefined;
    console.log(JSON.stringify(${expression}));`;
  const args = ['--input-type=module', '--eval', script];
  return JSON.parse(
    execFileSync(process.execPath, args, {
      cwd: root,
      encoding: 'utf8',
      input: lock ? JSON.stringify(lock) : '',
      maxBuffer: 16e6,
    }),
  ) as Result;
}

test('everything that goes with a release has a licence that is allowed, or is named with a reason', () => {
  expect(ask<PackageLicence[]>('rules.unknownLicences(lock)')).toEqual([]);
  expect(ask<PackageLicence[]>('rules.licences(lock)').length).toBeGreaterThan(300);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND ISC', true],
  ['MIT AND GPL-3.0', false],
  ['GPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE', false],
  [undefined, false],
])('a package under %s may go with it: %s', (license, may) => {
  const lock = { packages: { '': {}, 'node_modules/new': { version: '1.0.0', ...(license ? { license } : {}) } } };
  expect(ask<PackageLicence[]>('rules.unknownLicences(lock)', lock)).toHaveLength(may ? 0 : 1);
});

test('an exception is for one licence; another one under the same name is looked at again', () => {
  const lock = { packages: { 'node_modules/busboy': { version: '9.0.0', license: 'GPL-3.0' } } };
  expect(ask<PackageLicence[]>('rules.unknownLicences(lock)', lock)).toHaveLength(1);
});

test('licences name as absent only files that are removed from the images', () => {
  const dockerfile = readFileSync(join(root, 'infra/docker/service.Dockerfile'), 'utf8');
  const { exceptions } = JSON.parse(readFileSync(join(root, 'infra/release/licences.json'), 'utf8')) as {
    exceptions: Record<string, { why: string }>;
  };
  const leftOut = Object.entries(exceptions).filter(([, { why }]) => why.includes('not in the images'));
  expect(leftOut.length).toBeGreaterThan(0);
  for (const [name] of leftOut) expect(dockerfile).toContain(`node_modules/${name}`);
});
