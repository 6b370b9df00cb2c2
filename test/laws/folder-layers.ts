import { dirname, join, normalize } from 'node:path';

/** Files by their paths, with their text. */
type Sources = Record<string, string>;

/** A part's tests and their support may import from anywhere; the folder `test` has only tests, and counts. */
export const isCounted = (file: string) =>
  /\.(tsx?|[cm]?js)$/.test(file) && (file.startsWith('test/') || !/\.test\.tsx?$|(^|\/)(testing|migrations)\//.test(file));

/** A service's context is made of types of its folders, and every folder uses it. */
const CONTEXT = 'context';

const withoutExtension = (name: string) => name.replace(/\.(tsx?|[cm]?js)$/, '');

/**
 * The step of an import from one entry of a folder to another: both are in `parent`, the last folder that file and target share. A
 * folder's name ends with a slash.
 */
function stepOf(file: string, target: string) {
  const [from, to] = [file.split('/'), target.split('/')];
  const shared = from.findIndex((name, depth) => name !== to[depth]);
  const entryOf = (path: string[]) => (shared < path.length - 1 ? `${path[shared]}/` : withoutExtension(path[shared] ?? ''));
  const step = { parent: from.slice(0, shared).join('/'), from: entryOf(from), to: entryOf(to) };
  return ['', '../', CONTEXT].includes(step.to) || step.from === CONTEXT ? null : step;
}

type Arrow = { from: string; to: string; imports: string[] };

/** For each folder, which of its entries imports which, with the imports: `orders/pay.ts: ../checkout/settle`. */
function arrowsOf(sources: Sources): Map<string, Arrow[]> {
  const arrows = new Map<string, Arrow[]>();
  for (const [file, text] of Object.entries(sources).filter(([name]) => isCounted(name))) {
    for (const [, specifier] of text.matchAll(/(?:from|import|require)\s*\(?\s*'(\.[^']+)'/g)) {
      const step = stepOf(file, normalize(join(dirname(file), specifier!)));
      if (!step) continue;
      const { parent, from, to } = step;
      const siblings = arrows.get(parent) ?? [];
      const known = siblings.find((arrow) => arrow.from === from && arrow.to === to);
      if (known) known.imports.push(`${file}: ${specifier}`);
      else arrows.set(parent, [...siblings, { from, to, imports: [`${file}: ${specifier}`] }]);
    }
  }
  return arrows;
}

/**
 * The imports by which folders that stand side by side reach each other, at any depth, also by way of a file beside them; none when
 * the folders of each folder form layers.
 */
export const circlesIn = (sources: Sources): string[] => [...arrowsOf(sources).values()].flatMap(circlesAmong);

function circlesAmong(arrows: Arrow[]): string[] {
  const reached = new Map(arrows.map(({ from }) => [from, reachedFrom(from, arrows)]));
  const isRound = (one: string, other: string) => reached.get(one)?.has(other) && reached.get(other)?.has(one);
  const folders = [...reached.keys()].filter((name) => name.endsWith('/'));
  return arrows
    .filter(({ from, to }) => isRound(from, to) && folders.filter((folder) => isRound(from, folder)).length > 1)
    .flatMap(({ imports }) => imports);
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
