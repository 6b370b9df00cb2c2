import { dirname, join, normalize } from 'node:path';

/** Files by their path below one folder, with what they say. */
export type Sources = Record<string, string>;

/** Tests and their support may look wherever they need to. */
const isCounted = (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)testing(\/|\.ts)|^migrations\//.test(file);

const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : null);

/** Which folder imports which, each with the imports that say so: `orders > checkout` → `orders/pay.ts: ../checkout/settle`. */
function arrowsOf(sources: Sources): Map<string, string[]> {
  const arrows = new Map<string, string[]>();
  for (const [file, text] of Object.entries(sources).filter(([name]) => isCounted(name))) {
    for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const [from, to] = [folderOf(file), folderOf(normalize(join(dirname(file), specifier!)))];
      if (!from || !to || to === '..' || from === to) continue;
      const arrow = `${from} > ${to}`;
      arrows.set(arrow, [...(arrows.get(arrow) ?? []), `${file}: ${specifier}`]);
    }
  }
  return arrows;
}

/** The imports by which folders reach themselves again; none when the folders form layers. */
export function circlesIn(sources: Sources): string[] {
  const arrows = arrowsOf(sources);
  const below = new Map<string, string[]>();
  for (const arrow of arrows.keys()) {
    const [from, to] = arrow.split(' > ') as [string, string];
    below.set(from, [...(below.get(from) ?? []), to]);
  }
  const reaches = (from: string, wanted: string, seen = new Set<string>()): boolean =>
    (below.get(from) ?? []).some((to) => to === wanted || (!seen.has(to) && reaches(to, wanted, seen.add(to))));
  return [...arrows].flatMap(([arrow, imports]) => {
    const [from, to] = arrow.split(' > ') as [string, string];
    return reaches(to, from) ? imports : [];
  });
}
