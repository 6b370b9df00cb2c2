import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The build's own list of what each chunk is made of and what it needs (Vite's manifest). */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

const page = (name: string) => `src/pages/${name}.tsx`;

/** The pages that people open first, with the sources of their chunks and of what they load as soon as they are drawn. */
const PAGES: [path: RegExp, ...sources: string[]][] = [
  [/^\/$/, page('storefront/HomePage')],
  [/^\/shop\/?$/, page('storefront/ShopPage'), 'src/features/catalog/public/tracks/WindowedTracks.tsx'],
  [/^\/track\/\d+\/?$/, page('storefront/TrackPage')],
  [/^\/service\/?$/, page('storefront/ServicePage')],
  [/^\/faq\/?$/, page('texts/FaqPage')],
];
export const SOURCES = PAGES.flatMap(([, ...sources]) => sources);

const ENTRY = 'index.html';

/**
 * What a page's head announces, so that the browser fetches the page's own chunk beside the entry and not after it: paths of scripts and
 * style sheets. None for pages that are rarely the first, and when there is no build.
 */
export async function readPageChunks(dir: string): Promise<(path: string) => { scripts: string[]; styles: string[] }> {
  const manifest = await readFile(join(dir, '.vite', 'manifest.json'), 'utf8').then(
    (text) => JSON.parse(text) as Manifest,
    () => ({}),
  );
  const announced = PAGES.map(([path, ...sources]) => ({ path, chunks: ownChunks(manifest, sources) }));
  return (path) => announced.find((one) => one.path.test(path))?.chunks ?? { scripts: [], styles: [] };
}

/** The chunks and all that they import, without what the entry, already in the page, brings along. */
function ownChunks(manifest: Manifest, sources: string[]) {
  const known = withImports(manifest, ENTRY);
  const wanted = new Set(sources.flatMap((source) => [...withImports(manifest, source)]));
  const own = [...wanted].filter((key) => !known.has(key)).map((key) => manifest[key]!);
  return { scripts: own.map(({ file }) => `/${file}`), styles: own.flatMap(({ css = [] }) => css.map((file) => `/${file}`)) };
}

function withImports(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  if (found.has(key) || !manifest[key]) return found;
  found.add(key);
  for (const other of manifest[key].imports ?? []) withImports(manifest, other, found);
  return found;
}
