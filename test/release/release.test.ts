import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as runtime from '@shop/runtime';

const script = join(__dirname, '../../infra/release/release.mjs');
const CHANGELOG = `# Changelog

What changed.

## Unreleased

- Tracks can be played.

## 0.1.0 · 2026-01-02

- Tracks can be bought.
`;

let root: string;
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/**
 * Runs an expression over the script's functions in another process, as it is an ES module.
 * @returns its result or its error
 */
function ask(expression: string): unknown {
  const program = `import * as it from ${JSON.stringify(script)};
    let said; try { said = ${expression}; } catch (error) { said = { error: error.message }; }
    console.log(JSON.stringify(said));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  return JSON.parse(output.trim().split('\n').at(-1)!);
}
const release = (level: string) => ask(`it.release(${JSON.stringify({ root, level, day: '2026-11-22' })})`);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'shop-release-'));
  writeFileSync(join(root, 'CHANGELOG.md'), CHANGELOG);
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'shop', version: '0.1.0', private: true }));
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({
      ...{ name: 'shop', version: '0.1.0', lockfileVersion: 3, requires: true },
      packages: { '': { name: 'shop', version: '0.1.0' } },
    }),
  );
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Release test');
  git('config', 'user.email', 'release@example.com');
  git('add', '.');
  git('commit', '--quiet', '--message', 'feat: begin');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a release raises the version, closes the changelog under its day, and is a commit and a tag with its notes', () => {
  expect(release('minor')).toBe('0.2.0');
  expect((JSON.parse(read('package.json')) as { version: string }).version).toBe('0.2.0');
  expect((JSON.parse(read('package-lock.json')) as { version: string }).version).toBe('0.2.0');
  expect(read('CHANGELOG.md')).toBe(CHANGELOG.replace('## Unreleased\n', '## Unreleased\n\n## 0.2.0 · 2026-11-22\n'));
  expect(git('log', '-1', '--format=%s')).toBe('chore: release 0.2.0');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('tag', '--list', '--format=%(contents)', 'v0.2.0')).toBe('0.2.0\n\n- Tracks can be played.');
  expect(release('patch')).toEqual({ error: expect.stringContaining('nothing to release') as string });
});

test('a part says the version of the release that it is of', () => {
  for (const file of ['package.json', 'src/operators/version.ts'])
    cpSync(join(__dirname, '../../packages/runtime', file), join(root, 'packages/runtime', file));
  git('add', '.');
  git('commit', '--quiet', '--message', 'feat: say the version');
  expect(release('minor')).toBe('0.2.0');
  const version = jest.requireActual<Pick<typeof runtime, 'version'>>(join(root, 'packages/runtime/src/operators/version.ts'));
  expect(version.version).toBe('0.2.0');
});

test('files that the README tells operators to write do not prevent a release', () => {
  cpSync(join(__dirname, '../../.gitignore'), join(root, '.gitignore'));
  git('add', '.');
  git('commit', '--quiet', '--message', 'chore: ignore what an installation adds');
  for (const file of ['.env', 'docker-compose.override.yml']) writeFileSync(join(root, file), '');
  expect(release('minor')).toBe('0.2.0');
});

test.each<[string, string, () => void]>([
  ['of no known level', 'huge', () => undefined],
  ['of a branch', 'patch', () => void git('switch', '--quiet', '--create', 'idea')],
  ['of what is not committed', 'patch', () => writeFileSync(join(root, 'new.txt'), 'x')],
])('there is no release %s, and nothing is written', (_what, level, prepare) => {
  prepare();
  const before = [git('status', '--porcelain'), read('package.json'), read('CHANGELOG.md')];
  expect(release(level)).toEqual({ error: expect.any(String) as string });
  expect([git('status', '--porcelain'), read('package.json'), read('CHANGELOG.md')]).toEqual(before);
  expect(git('tag', '--list')).toBe('');
});

test('an image is built of each part that compose builds', () => {
  const compose = join(__dirname, '../../docker-compose.yml');
  const parts = ask(`it.partsOf(${JSON.stringify(readFileSync(compose, 'utf8'))})`);
  expect(parts).toEqual(expect.arrayContaining(['gateway', 'services/identity', 'services/orders', 'infra/mail-inbox']));
});

describe('docker’s input for an image', () => {
  const digest = `sha256:${'a'.repeat(64)}`;
  const imagesWith = (imagesEnv: string) =>
    ask(
      `it.buildArguments(${JSON.stringify({
        part: 'services/orders',
        version: '0.2.0',
        imagesEnv,
        revision: 'abc',
        created: '2026-11-22T10:00:00.000Z',
      })})`,
    );

  test('is the base that the release pins, and labels with version, commit and time', () => {
    expect(imagesWith(`POSTGRES_IMAGE=postgres:18@${digest}\nNODE_IMAGE=node:22@${digest}\n`)).toEqual([
      'build',
      '--file=infra/docker/service.Dockerfile',
      '--build-arg=PART=services/orders',
      `--build-arg=NODE_IMAGE=node:22@${digest}`,
      '--label=org.opencontainers.image.version=0.2.0',
      '--label=org.opencontainers.image.revision=abc',
      '--label=org.opencontainers.image.created=2026-11-22T10:00:00.000Z',
      '--tag=shop-orders:0.2.0',
      '.',
    ]);
  });

  test.each(['', 'NODE_IMAGE=node:22\n'])('is nothing when the base is not pinned: "%s"', (imagesEnv) => {
    expect(imagesWith(imagesEnv)).toEqual({ error: 'release/images.env does not pin NODE_IMAGE.' });
  });

  test('is what the Dockerfile takes', () => {
    const dockerfile = readFileSync(join(__dirname, '../../infra/docker/service.Dockerfile'), 'utf8');
    for (const name of ['PART', 'NODE_IMAGE']) expect(dockerfile).toMatch(new RegExp(`^ARG ${name}\\b`, 'm'));
  });
});
