import { dirname } from 'node:path';

/**
 * From here on a reader no longer takes a folder in at a glance. It is a ceiling and no measure: a folder is parted by subject when
 * one is there. Files and folders count, tests too.
 */
const MOST_ENTRIES = 40;

/** Folders that may hold more, and why. */
const MAY_HOLD_MORE: [folder: RegExp, why: string][] = [
  [/^\.$/, 'most tools look for their files in the root'],
  [/^docs\/decisions$/, 'records have numbers and are only added to'],
  [/\/migrations$/, 'migrations have numbers and are only added to'],
];

/** The folders of these files with too many entries, with the number: `web/src/lib: 26`. */
export function crowdedFolders(files: readonly string[]): string[] {
  const entries = new Map<string, Set<string>>();
  for (const file of files)
    for (let entry = file; entry !== '.'; entry = dirname(entry)) {
      const folder = dirname(entry);
      entries.set(folder, (entries.get(folder) ?? new Set()).add(entry));
    }
  return [...entries]
    .filter(([folder, { size }]) => size > MOST_ENTRIES && !MAY_HOLD_MORE.some(([exempt]) => exempt.test(folder)))
    .map(([folder, { size }]) => `${folder}: ${size}`);
}
