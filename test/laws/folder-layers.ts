import { dirname, join, normalize } from 'node:path';

/** Files by their paths, with their text. */
type Sources = Record<string, string>;

/** A part's tests and their support may import from anywhere; the folder `test` has only tests, and counts. */
export const isCounted = (file: string) =>
  /\.(tsx?|[cm]?js)$/.test(file) && (file.startsWith('test/') || !/\.test\.tsx?$|(^|\/)(testing|migrations)\//.test(file));

/** The step of an import from one folder to another: both are in `parent`, the last folder that file and target share. */
function stepOf(file: string, target: string) {
  const [from, to] = [file.split('/'), target.split('/')];
  const shared = from.findIndex((name, depth) => name !== to[depth]);
  const isBeside = shared >= from.length - 1 || shared >= to.length - 1;
  return isBeside || to[shared] === '..'
    ? null
    : { parent: from.slice(0, shared).join('/'), from: from[shared]!, to: to[shared]! };
}

type Arrow = { from: string; to: string; imports: string[] };

/** For each folder, which of its folders imports which, with the imports: `orders/pay.ts: ../checkout/settle`. */
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

/** The imports by which folders reach themselves again, at any depth; none when the folders of each folder form layers. */
export const circlesIn = (sources: Sources): string[] => [...arrowsOf(sources).values()].flatMap(circlesAmong);

function circlesAmong(arrows: Arrow[]): string[] {
  const reaches = (from: string, wanted: string, seen = new Set<string>()): boolean =>
    arrows.some(
      (arrow) =>
        arrow.from === from && (arrow.to === wanted || (!seen.has(arrow.to) && reaches(arrow.to, wanted, seen.add(arrow.to)))),
    );
  return arrows.filter(({ from, to }) => reaches(to, from)).flatMap(({ imports }) => imports);
}
