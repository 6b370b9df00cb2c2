import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SERVICES, type Doors } from '@shop/ops';
import { z } from 'zod';
import { readKept } from './kept-file';
import { loadSecrets } from './secrets';

const Urls = z.record(z.enum(SERVICES), z.url());

const fileIn = (dataDir: string) => join(dataDir, 'doors.json');

/**
 * Writes down the addresses of the services' operator ports, so that `npm run ops` finds them while the shop runs.
 * @returns a function that removes the file
 */
export async function saveDoors(dataDir: string, urls: Record<string, string>): Promise<() => Promise<void>> {
  await writeFile(fileIn(dataDir), JSON.stringify(urls, null, 2));
  return () => rm(fileIn(dataDir), { force: true });
}

/** How long a shop's operator port may take to answer when it is asked whether it runs. */
const PATIENCE_MS = 5_000;

/**
 * Makes sure that no shop runs in a data folder, whatever its Postgres does: a shop starts it again as long as it runs itself.
 * @throws Error in a sentence when one of its operator ports answers
 */
export async function refuseBesideShop(dataDir: string): Promise<void> {
  const answers = await Promise.all(Object.values(doorsIn((await readKept(fileIn(dataDir))) ?? '{}')).map(runs));
  if (answers.includes(true)) throw new Error('The shop runs. Stop it first.');
}

/** A power cut may leave half a file, and then no shop runs. */
function doorsIn(text: string): Record<string, string> {
  try {
    return Urls.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

const runs = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    .then(async (answer) => ((await answer.json()) as { ok?: unknown }).ok === true)
    .catch(() => false);

/** The addresses of a running shop's operator ports, and their tokens. @throws Error when no shop runs */
export async function readDoors(dataDir: string): Promise<Doors> {
  const text = await readKept(fileIn(dataDir));
  if (text === undefined) throw new Error(`No shop runs in ${dataDir}. Start it with npm start: this command asks its services.`);
  const urls = Urls.parse(JSON.parse(text));
  const { OPS_TOKENS: tokens } = await loadSecrets({ DATA_DIR: dataDir });
  return Object.fromEntries(
    SERVICES.map((name) => [name, { url: urls[name], token: tokens[name].replace(/\n.*/s, '') }]),
  ) as Doors;
}
