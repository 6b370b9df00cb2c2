import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HEADS } from '@shop/contracts/heads';
import { pageAt } from '@shop/contracts/page-at';
import { PAGE_NAMES } from '@shop/contracts/pages';

/** Vite's manifest: the files and imports of each chunk. */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

/** The manifest's name for a module of the registry. */
const sourceOf = (module: string) => `src/${module}.tsx`;

const ENTRY = 'index.html';

/**
 * Reads which scripts and style sheets a page's head announces, so that the browser fetches the page's chunk together with the
 * entry.
 * @returns the paths by page; none for an address without a page, or without a build
 */
export async function readPageChunks(dir: string): Promise<(path: string) => { scripts: string[]; styles: string[] }> {
  const manifest = await readFile(join(dir, '.vite', 'manifest.json'), 'utf8').then(
    (text) => JSON.parse(text) as Manifest,
    () => ({}),
  );
  const chunksByPage = new Map(PAGE_NAMES.map((name) => [name, ownChunks(manifest, sourceOf(HEADS[name].chunk))]));
  return (path) => {
    const page = pageAt(path);
    return (page && chunksByPage.get(page.name)) ?? { scripts: [], styles: [] };
  };
}

/** The chunk and everything it imports, without the chunks of the entry, which are in the page already. */
function ownChunks(manifest: Manifest, source: string) {
  const entryKeys = withImports(manifest, ENTRY);
  const chunks = [...withImports(manifest, source)].filter((key) => !entryKeys.has(key)).flatMap((key) => manifest[key] ?? []);
  return {
    scripts: chunks.map(({ file }) => `/${file}`),
    styles: chunks.flatMap(({ css = [] }) => css.map((file) => `/${file}`)),
  };
}

function withImports(manifest: Manifest, key: string, keys = new Set<string>()): Set<string> {
  if (keys.has(key) || !manifest[key]) return keys;
  keys.add(key);
  for (const importKey of manifest[key].imports ?? []) withImports(manifest, importKey, keys);
  return keys;
}
