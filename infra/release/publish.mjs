// Pushes the images of a release and pins them: `node infra/release/publish.mjs registry.example.com/ghostline`. First build the
// images by `npm run release -- … --images`. This script tags them with the registry's name and pushes them. It writes name,
// version and digest of each, and the digests of Postgres, RabbitMQ and MinIO, into infra/k8s/overlays, and renders the overlays
// anew. It needs docker, a login at the registry, and kubectl.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf } from './digests.mjs';
import { pinOverlays } from './pin.mjs';
import { partsOf } from './release.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [registry] = process.argv.slice(2);
const docker = (...args) => execFileSync('docker', args, { cwd: root, stdio: 'inherit' });
try {
  if (!registry) throw new Error('Say where to: the registry, such as registry.example.com/ghostline.');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const part of partsOf(readFileSync(join(root, 'docker-compose.yml'), 'utf8'))) {
    const image = `shop-${basename(part)}:${version}`;
    docker('tag', image, `${registry}/${image}`);
    docker('push', '--quiet', `${registry}/${image}`);
  }
  const files = pinOverlays(join(root, 'infra/k8s/overlays'), { registry, version, digestOf });
  execFileSync(process.execPath, [join(root, 'infra/k8s/render.mjs')], { stdio: 'inherit' });
  console.log(`Version ${version} is at ${registry}; ${files} files of infra/k8s/overlays name its digests.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
