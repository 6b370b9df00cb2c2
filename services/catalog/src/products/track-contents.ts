import type { PackageRole } from '@shop/contracts/constants';
import type { TrackContents } from '@shop/contracts/views';
import type { DataSource } from 'typeorm';
import { programOf } from '../packages/check/project';

const MOST_NAMES = 128;
const LONGEST_NAME = 60;

/**
 * What the page of a track says of its package's stems and project (docs/product/packages.md#a-package-on-sale). It is read anew each
 * time: the files no longer change.
 * @returns null when a link delivers the track
 */
export async function contentsOf(source: DataSource, packageId: number | null): Promise<TrackContents | null> {
  if (packageId === null) return null;
  const files = await source.query<{ path: string; role: PackageRole; format: string | null }[]>(
    `SELECT path, role, facts ->> 'format' AS format FROM package_files
     WHERE package_id = $1 AND role IN ('stem', 'project') ORDER BY path`,
    [packageId],
  );
  const projects = files.filter(({ path, role }) => role === 'project' && programOf(path) !== undefined);
  // Saved copies lie in deeper folders.
  const [project] = projects.sort((a, b) => depthOf(a.path) - depthOf(b.path));
  return {
    stems: namesOfStems(files.filter(({ role }) => role === 'stem').map(({ path }) => path)).slice(0, MOST_NAMES),
    project: project ? (project.format ?? programOf(project.path) ?? null) : null,
  };
}

const depthOf = (path: string) => path.split('/').length;

/**
 * The names of stems as people read them: without folder, ending and number, and without the words that all of them begin or end with,
 * such as the track and its producer.
 */
export function namesOfStems(paths: readonly string[]): string[] {
  const names = paths.map((path) => plainName(path).split(/(?<=[\s–—.-])/));
  const furtherNames = names.slice(1);
  const isShared = (at: (words: string[]) => string | undefined) =>
    furtherNames.length > 0 && names.every((words) => words.length > 1 && wordOf(at(words)) === wordOf(at(names[0] ?? [])));
  while (isShared((words) => words[0])) for (const words of names) words.shift();
  while (isShared((words) => words.at(-1))) for (const words of names) words.pop();
  return [...new Set(names.map((words) => withoutNumber(trim(words.join(''))).slice(0, LONGEST_NAME)))];
}

const plainName = (path: string) =>
  withoutNumber(
    path
      .slice(path.lastIndexOf('/') + 1)
      .replace(/\.\w{1,5}$/, '')
      .normalize('NFC')
      .replace(/\p{C}+/gu, '')
      .replace(/[\s_]+/g, ' ')
      .trim(),
  );
const wordOf = (word = '') => trim(word).toLowerCase();
const trim = (text: string) => text.replace(/^[\s–—.-]+|[\s–—.-]+$/g, '');
/** Numbers in front say the order of the channels. One of three digits is an instrument. */
const withoutNumber = (name: string) => name.replace(/^\d{1,2}[\s._-]+(?=\S)/, '');
