// Pushes the images of a release and pins them: `node infra/release/publish.mjs registry.example.com/ghostline`.
// It gives the images that `npm run release -- … --images` built the registry's name, pushes them, and writes name, version and digest of each
// into infra/k8s/overlays, with the digests of Postgres, RabbitMQ and MinIO. Then it renders the overlays anew. It needs docker, a login at the
// registry, and kubectl.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf } from './digests.mjs';
import { partsOf } from './release.mjs';

/** What kustomize takes: a name and its tag, under another name or not, with a digest or without. */
const ENTRY = /^( *- )\{ name: ([\w./-]+)(?:, newName: ([^\s,]+))?, newTag: ([^\s,]+)(?:, digest: [^\s,]+)? \}$/gm;
/** An image that an operator's own object or a pod by itself names. */
const NAMED = /^( +(?:imageName|image): )([\w./-]+:[\w.-]+)(?:@sha256:[0-9a-f]{64})?$/gm;

/**
 * A file of the overlays with each image pinned: those of the shop by their name at the registry and the version, others as they are.
 * `digestOf` is asked for each.
 */
export function pinned(text, { registry, version, digestOf: ask }) {
  return text
    .replace(ENTRY, (_, before, name, newName, newTag) => {
      const own = name.startsWith('shop-');
      const [as, tag] = own ? [`${registry}/${name}`, version] : [newName ?? name, newTag];
      const renamed = as === name ? '' : `, newName: ${as}`;
      return `${before}{ name: ${name}${renamed}, newTag: '${tag.replaceAll("'", '')}', digest: '${ask(`${as}:${tag.replaceAll("'", '')}`)}' }`;
    })
    .replace(NAMED, (_, before, image) => `${before}${image}@${ask(image)}`);
}

/** Pins every image below `folder`, each file in its place. → how many files name images */
export function pinOverlays(folder, release) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(folder, name));
  const known = new Map();
  const ask = (image) => known.get(image) ?? known.set(image, release.digestOf(image)).get(image);
  const changed = files
    .map((file) => [file, readFileSync(file, 'utf8')])
    .map(([file, text]) => [file, text, pinned(text, { ...release, digestOf: ask })])
    .filter(([, before, after]) => before !== after);
  for (const [file, , after] of changed) writeFileSync(file, after);
  return changed.length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
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
}
