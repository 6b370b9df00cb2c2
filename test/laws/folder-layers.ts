import { placeOfImport } from './place-of-import';

/** Files by their paths, with their text. */
type Sources = Record<string, string>;

/** Tests may import from anywhere. What supports them obeys the layers, and so does the folder `test`, which has only tests. */
export const isCounted = (file: string) =>
  /\.(tsx?|[cm]?js)$/.test(file) && (file.startsWith('test/') || !/\.test\.tsx?$|(^|\/)migrations\//.test(file));

/** The folders of our packages by their names, such as `packages/http` of `@shop/http`. */
type Packages = Record<string, string>;

const withoutExtension = (name: string) => name.replace(/\.(tsx?|[cm]?js)$/, '');

/** The places that a file imports, types included, each with the import as it is written. */
function importsOf(file: string, text: string, packages: Packages): { specifier: string; place: string }[] {
  return [...text.matchAll(/(?:from|import|require)\s*\(?\s*'([^']+)'/g)].flatMap(([, specifier = '']) => {
    const place = placeOfImport(file, specifier);
    if (place) return [{ specifier, place }];
    const [, name = '', entry = 'index'] = /^(@[^/]+\/[^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
    const folder = packages[name];
    return folder ? [{ specifier, place: `${folder}/src/${entry}` }] : [];
  });
}

/**
 * The step of an import from one entry of a folder to another: both are in `parent`, the last folder that file and target share. A
 * folder's name ends with a slash.
 */
function stepOf(file: string, target: string) {
  const [from, to] = [file.split('/'), target.split('/')];
  const shared = from.findIndex((name, depth) => name !== to[depth]);
  const entryOf = (path: string[]) => (shared < path.length - 1 ? `${path[shared]}/` : withoutExtension(path[shared] ?? ''));
  const step = { parent: from.slice(0, shared).join('/'), from: entryOf(from), to: entryOf(to) };
  return ['', '../', step.from].includes(step.to) ? null : step;
}

type Arrow = { from: string; to: string; imports: string[] };

/** For each folder, which of its entries imports which, with the imports: `orders/pay.ts: ../checkout/settle`. */
function arrowsOf(sources: Sources, packages: Packages): Map<string, Arrow[]> {
  const arrows = new Map<string, Arrow[]>();
  for (const [file, text] of Object.entries(sources).filter(([name]) => isCounted(name))) {
    for (const { specifier, place } of importsOf(file, text, packages)) {
      const step = stepOf(file, place);
      if (!step) continue;
      const { parent, from, to } = step;
      const siblings = arrows.get(parent) ?? [];
      const existing = siblings.find((arrow) => arrow.from === from && arrow.to === to);
      if (existing) existing.imports.push(`${file}: ${specifier}`);
      else arrows.set(parent, [...siblings, { from, to, imports: [`${file}: ${specifier}`] }]);
    }
  }
  return arrows;
}

/**
 * The imports by which files and folders that stand side by side reach each other, at any depth; none when the entries of each
 * folder form layers. Two files in different folders that import each other are found where their paths part.
 */
export const circlesIn = (sources: Sources, packages: Packages = {}): string[] =>
  [...arrowsOf(sources, packages).values()].flatMap(circlesAmong);

function circlesAmong(arrows: Arrow[]): string[] {
  const reached = new Map(arrows.map(({ from }) => [from, reachedFrom(from, arrows)]));
  return arrows.filter(({ from, to }) => reached.get(to)?.has(from)).flatMap(({ imports }) => imports);
}

function reachedFrom(start: string, arrows: Arrow[]): Set<string> {
  const reached = new Set<string>();
  const next = [start];
  for (const from of next)
    for (const arrow of arrows)
      if (arrow.from === from && !reached.has(arrow.to)) {
        reached.add(arrow.to);
        next.push(arrow.to);
      }
  return reached;
}
