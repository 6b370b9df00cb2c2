import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, writtenFiles } from '../files/repository-files';

/** The places where dependabot reads a file's image (.github/dependabot.yml). */
const READ: [files: RegExp, image: RegExp][] = [
  [/^docker-compose\.yml$/, /^\s+image: \$\{\w+:-(.+?)\}$/gm],
  [/^infra\/docker\/service\.Dockerfile$/, /^FROM (\S+:\S+)/gm],
  [/^infra\/k8s\/overlays\/large\/backing\//, /^\s+image: (\S+:\S+)$/gm],
];

/** The places that it does not read: tags of kustomize, compose files with other names, CloudNativePG's manifests, and code. */
const UNREAD: [files: RegExp, image: RegExp][] = [
  [/kustomization\.yaml$/, /^\s+- \{ name: (.+), newTag: '?(.+?)'? \}$/gm],
  [/^infra\/docker\/[\w-]+\.yml$/, /^\s+image: \$\{\w+:-(.+?)\}$/gm],
  [/^infra\/k8s\/overlays\/.+\.yaml$/, /^\s+imageName: (\S+)$/gm],
  [/\.ts$/, /new GenericContainer\('(.+?)'\)/g],
];

/** No other file names these images, so a person updates them. */
const BY_HAND = ['ghcr.io/cloudnative-pg/postgresql:18', 'haproxy:3.2-alpine', 'rabbitmq:4.1-alpine'];

const files = writtenFiles();
const imagesIn = (places: typeof READ) =>
  places.flatMap(([among, image]) => {
    const matches = files
      .filter((file) => among.test(file))
      .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(image)])
      .map(([, name, tag]) => (tag ? `${name}:${tag}` : name!))
      .filter((name) => !name.startsWith('shop-'));
    expect([among.source, matches]).not.toEqual([among.source, []]);
    return matches;
  });

test('every image is one whose updates are proposed, or of the same tag as one, or known to be raised by hand', () => {
  const read = new Set(imagesIn(READ));
  expect([...new Set(imagesIn(UNREAD))].filter((image) => !read.has(image)).sort()).toEqual(BY_HAND);
});
