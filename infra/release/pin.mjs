import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What kustomize takes: a name and its tag, under another name or not, with a digest or without. */
const ENTRY = /^( *- )\{ name: ([\w./-]+)(?:, newName: ([^\s,]+))?, newTag: ([^\s,]+)(?:, digest: [^\s,]+)? \}$/gm;
/** An image that an operator's own object or a pod by itself names. */
const NAMED = /^( +(?:imageName|image): )([\w./-]+:[\w.-]+)(?:@sha256:[0-9a-f]{64})?$/gm;

/**
 * A file of the overlays with each image pinned: those of the shop by their name at the registry and the version, others as they are.
 * `digestOf` is asked for each.
 */
function pinned(text, { registry, version, digestOf: ask }) {
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
