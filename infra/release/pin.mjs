import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An entry of kustomize's `images`: a name and a tag, perhaps with a new name and a digest. */
const ENTRY = /^( *- )\{ name: ([\w./-]+)(?:, newName: ([^\s,]+))?, newTag: ([^\s,]+)(?:, digest: [^\s,]+)? \}$/gm;
/** An image in an operator's object, where kustomize does not replace it. */
const NAMED = /^( +(?:imageName|image): )((?:[\w.-]+:\d+\/)?[\w./-]+:[\w.-]+)(?:@sha256:[0-9a-f]{64})?$/gm;

/**
 * The text of a file of the overlays with a digest for each image. The shop's own images also get the registry's name and the
 * version; others keep their names and tags. `digestOf` returns the digests.
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

/**
 * Pins every image in the files below `folder`, and writes the changed files.
 * @returns how many those are
 */
export function pinOverlays(folder, release) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(folder, name));
  const digests = new Map();
  const ask = (image) => digests.get(image) ?? digests.set(image, release.digestOf(image)).get(image);
  const changed = files
    .map((file) => [file, readFileSync(file, 'utf8')])
    .map(([file, text]) => [file, text, pinned(text, { ...release, digestOf: ask })])
    .filter(([, before, after]) => before !== after);
  for (const [file, , after] of changed) writeFileSync(file, after);
  return changed.length;
}
