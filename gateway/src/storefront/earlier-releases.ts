import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEPT_DAYS = 7;
/** The file that lists the files of the running release, or of the last one. */
const CURRENT = 'current.json';

/**
 * Keeps a week of releases, so that a browser with an older one open still finds its other files. It copies the hashed files of
 * this build into `dir` and removes those that no release of the last seven days had.
 */
export async function saveReleases(webDir: string, dir: string, now = Date.now()): Promise<void> {
  const assetNames = await namesIn(join(webDir, 'assets'));
  await mkdir(dir, { recursive: true });

  // The last release was in use until this moment, so its seven days begin now.
  const last = await readFile(join(dir, CURRENT), 'utf8').then(
    (text) => JSON.parse(text) as string[],
    () => [],
  );
  for (const name of last) await utimes(join(dir, name), now / 1000, now / 1000).catch(() => {});

  for (const name of assetNames) await copyDated(join(webDir, 'assets', name), join(dir, name), now);
  const ownNames = new Set(assetNames);
  for (const name of await namesIn(dir)) {
    if (name === CURRENT || ownNames.has(name)) continue;
    const path = join(dir, name);
    // Another gateway that starts at the same time has renamed or removed it.
    const stats = await stat(path).catch(() => null);
    if (!stats) continue;
    if (now - stats.mtimeMs > KEPT_DAYS * 86_400_000) await rm(path, { force: true });
  }
  await writeWhole(join(dir, CURRENT), JSON.stringify(assetNames));
}

/**
 * The path of a requested file of another release, even of a newer one, which copies its files before it takes requests.
 * @returns undefined when the address names no such file
 */
export function pathAmongReleases(dir: string, address: string): string | undefined {
  const name = /^\/assets\/(\w[\w.-]*)$/.exec(address)?.[1];
  return !name || name === CURRENT || /\.(map|br|part)$/.test(name) ? undefined : join(dir, name);
}

/** Copies a file whole or not at all, because another gateway may be starting at the same time. */
async function copyDated(from: string, to: string, now: number) {
  await createWhole(to, (part) => copyFile(from, part));
  await utimes(to, now / 1000, now / 1000);
}

const writeWhole = (path: string, text: string) => createWhole(path, (part) => writeFile(part, text));

/** The name has a random id, because in containers every gateway has the same process id. */
async function createWhole(path: string, write: (part: string) => Promise<void>) {
  const part = `${path}.${randomUUID()}.part`;
  await write(part);
  await rename(part, path);
}

const namesIn = async (dir: string) =>
  (await readdir(dir, { withFileTypes: true }).catch(() => [])).filter((file) => file.isFile()).map(({ name }) => name);
