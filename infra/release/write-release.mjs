// Writes the files that belong to a release into release/, which git ignores: `node infra/release/write-release.mjs`.
//   sbom.json     all packages of package-lock.json that a running shop needs, in the format CycloneDX, made by npm
//   licences.md   the same packages with their licences; the exit code is 1 when a licence is not in licences.json
//   images.env    only with --images (needs docker and the network): the digests by which the registries know the images of
//                 docker-compose.yml and of the balancer now, or those that NODE_IMAGE and so on name in their place, for
//                 docker compose --env-file .env --env-file release/images.env up --build --wait
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf } from './digests.mjs';
import { pinnedImages } from './images.mjs';
import { licences, unknownLicences } from './licences.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = join(root, 'release');
mkdirSync(folder, { recursive: true });

// npm sbom fails when an optional peer dependency has another version than a package asks for. Nothing here uses that peer, so
// npm is told to ignore peers.
const sbom = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev', '--legacy-peer-deps'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
writeFileSync(join(folder, 'sbom.json'), sbom);

const rows = licences().map(
  ({ name, version, licence, reason }) => `| ${name} | ${version} | ${licence ?? ''}${reason ? ` (${reason})` : ''} |`,
);
writeFileSync(
  join(folder, 'licences.md'),
  `# Licences\n\n| package | version | licence |\n|---|---|---|\n${[...new Set(rows)].join('\n')}\n`,
);
console.log(
  `${JSON.parse(sbom).components.length} components in release/sbom.json, ${rows.length} packages in release/licences.md`,
);

const unknown = unknownLicences();
for (const { name, version, licence } of unknown)
  console.error(`${name}@${version}: ${licence ?? 'no licence'} is not in infra/release/licences.json`);
if (unknown.length > 0) process.exitCode = 1;

if (process.argv.includes('--images')) {
  const compose = ['docker-compose.yml', 'infra/docker/replicas.yml']
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('');
  // As in compose, the environment comes before .env.
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
  const lines = pinnedImages(compose, process.env, digestOf);
  writeFileSync(join(folder, 'images.env'), `${lines.join('\n')}\n`);
  console.log(`${lines.length} digests in release/images.env`);
}
