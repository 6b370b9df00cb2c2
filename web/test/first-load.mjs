import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HEADS } from '@shop/contracts/heads';
import { PAGES } from '@shop/contracts/pages';

/**
 * Bytes of JavaScript after brotli until a page is usable (docs/product/screens.md#first-load): the entry, the page's own chunk
 * and the parts that it loads at once, and their imports. The registry names the pages with a budget, and these parts.
 */
const PAGES_WITH_BUDGET = Object.entries(HEADS).filter(([, head]) => head.budget);
const sourcesOf = ({ chunk, wideParts = [] }) => [chunk, ...wideParts].map((module) => `src/${module}.tsx`);

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = resolve(process.argv[2] ?? join(web, 'dist'));
const manifestFile = join(dist, '.vite', 'manifest.json');
if (!existsSync(manifestFile)) {
  console.error(`No build in ${dist}. Build the shop's pages first: npm run build -w @shop/web`);
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));

const withImports = (key, visited = new Set()) => {
  if (visited.has(key)) return visited;
  visited.add(key);
  for (const chunk of manifest[key].imports ?? []) withImports(chunk, visited);
  return visited;
};
/** Compressed by the build, as the gateway sends it. */
const size = (key) => statSync(join(dist, `${manifest[key].file}.br`)).size;

let over = false;
for (const [name, head] of PAGES_WITH_BUDGET) {
  const page = PAGES[name];
  const sources = sourcesOf(head);
  if (!manifest[sources[0]])
    throw new Error(`${sources[0]} is no chunk of its own: the first load of ${page} cannot be measured.`);
  const keys = ['index.html', ...sources.filter((source) => manifest[source])].reduce(
    (visited, key) => withImports(key, visited),
    new Set(),
  );
  const parts = [...keys].map((key) => ({ file: manifest[key].file, bytes: size(key) })).sort((a, b) => b.bytes - a.bytes);
  const total = parts.reduce((sum, part) => sum + part.bytes, 0);
  over ||= total >= head.budget;
  console.log(
    `${page}  ${total.toLocaleString('en')} of ${head.budget.toLocaleString('en')} bytes${total >= head.budget ? '  TOO MUCH' : ''}`,
  );
  for (const { file, bytes } of parts) console.log(`  ${bytes.toLocaleString('en').padStart(8)}  ${file}`);
}
process.exit(over ? 1 : 0);
