// Makes a release of main: `npm run release -- major|minor|patch [--images]`. It raises the version, moves the changelog's
// "Unreleased" under it, commits and tags, and writes release/ (write-release.mjs). With --images it also builds each part's image,
// tagged with the version, and a list of its contents. Nothing leaves this machine; at the end it prints the command that publishes
// the commit and the tag.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentsOf, sbomOf } from './image-sbom.mjs';

const UNRELEASED = '## Unreleased\n';
export const LEVELS = ['major', 'minor', 'patch'];

/**
 * Moves the changelog's "Unreleased" entries under the version and its day.
 * @returns the new changelog, and the text of the section by itself
 * @throws Error when nothing is unreleased
 */
export function closeChangelog(changelog, version, day) {
  const from = changelog.indexOf(UNRELEASED);
  const rest = from < 0 ? '' : changelog.slice(from + UNRELEASED.length);
  const next = rest.search(/^## /m);
  const notes = (next < 0 ? rest : rest.slice(0, next)).trim();
  if (notes === '') throw new Error('CHANGELOG.md has nothing under "Unreleased": there is nothing to release.');
  const earlier = next < 0 ? '' : `\n${rest.slice(next)}`;
  return {
    changelog: `${changelog.slice(0, from)}${UNRELEASED}\n## ${version} · ${day}\n\n${notes}\n${earlier}`,
    notes,
  };
}

/** The parts that compose builds an image for: `services/orders`, `gateway`. */
export const partsOf = (compose) => [...new Set([...compose.matchAll(/\bPART: ([\w/-]+)/g)].map(([, part]) => part))];

/**
 * Commits and tags the next version of the repository at `root`.
 * @returns the version
 * @throws Error when the repository is not on main, has uncommitted changes, or has nothing unreleased; nothing is written then
 */
export function release({ root, level, day }) {
  const run = (command, ...args) => execFileSync(command, args, { cwd: root, encoding: 'utf8' }).trim();
  if (!LEVELS.includes(level)) throw new Error(`Say which: ${LEVELS.join(', ')}.`);
  if (run('git', 'branch', '--show-current') !== 'main') throw new Error('A release is made on main.');
  if (run('git', 'status', '--porcelain') !== '') throw new Error('There are changes that are not committed.');
  const path = join(root, 'CHANGELOG.md');
  const before = readFileSync(path, 'utf8');
  closeChangelog(before, '', day); // throws before anything is written

  const version = run('npm', 'version', level, '--no-git-tag-version').split('\n').at(-1).replace(/^v/, '');
  const { changelog, notes } = closeChangelog(before, version, day);
  writeFileSync(path, changelog);
  run('git', 'add', 'CHANGELOG.md', 'package.json', 'package-lock.json');
  run('git', 'commit', '--quiet', '--message', `chore: release ${version}`);
  run('git', 'tag', '--annotate', `v${version}`, '--cleanup=verbatim', '--message', `${version}\n\n${notes}`);
  return version;
}

/**
 * The arguments of docker for building a part's image. images.env pins its base image, so that the image matches the release's
 * files. Its labels name the version, the commit and the time.
 * @throws Error when images.env does not pin the base image
 */
export function buildArguments({ part, version, imagesEnv, revision, created }) {
  const base = /^NODE_IMAGE=(.+@sha256:[0-9a-f]{64})$/m.exec(imagesEnv)?.[1];
  if (!base) throw new Error('release/images.env does not pin NODE_IMAGE.');
  const labels = Object.entries({ version, revision, created });
  return [
    'build',
    '--file=infra/docker/service.Dockerfile',
    `--build-arg=PART=${part}`,
    `--build-arg=NODE_IMAGE=${base}`,
    ...labels.map(([name, value]) => `--label=org.opencontainers.image.${name}=${value}`),
    `--tag=shop-${basename(part)}:${version}`,
    '.',
  ];
}

/**
 * Builds the images of all parts, and writes a list of each one's contents to release/.
 * @returns how many
 */
function buildImages(root, version) {
  const imagesEnv = readFileSync(join(root, 'release/images.env'), 'utf8');
  const revision = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const created = new Date().toISOString();
  const parts = partsOf(readFileSync(join(root, 'docker-compose.yml'), 'utf8'));
  for (const part of parts) {
    execFileSync('docker', buildArguments({ part, version, imagesEnv, revision, created }), { cwd: root, stdio: 'inherit' });
    const image = `shop-${basename(part)}`;
    const sbom = sbomOf({ image, version, created, contents: contentsOf(`${image}:${version}`) });
    writeFileSync(join(root, 'release', `sbom-${image}.json`), `${JSON.stringify(sbom, null, 2)}\n`);
  }
  return parts.length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
  const [level, ...flags] = process.argv.slice(2);
  try {
    const version = release({ root, level, day: new Date().toISOString().slice(0, 10) });
    const writer = join(root, 'infra/release/write-release.mjs');
    const images = flags.includes('--images');
    execFileSync(process.execPath, [writer, ...(images ? ['--images'] : [])], { cwd: root, stdio: 'inherit' });
    if (images) console.log(`${buildImages(root, version)} images of version ${version}`);
    console.log(`Version ${version} is committed and tagged here. To publish it: git push origin main v${version}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
