import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SERVICES, type Doors } from '@shop/ops';
import { z } from 'zod';
import { readKept } from './kept-file';
import { keepSecrets } from './secrets';

const Urls = z.record(z.enum(SERVICES), z.url());

const fileIn = (dataDir: string) => join(dataDir, 'doors.json');

/**
 * Writes down the addresses of the services' operator ports, so that `npm run ops` finds them while the shop runs.
 * → a function that removes the file
 */
export async function keepDoors(dataDir: string, urls: Record<string, string>): Promise<() => Promise<void>> {
  await writeFile(fileIn(dataDir), JSON.stringify(urls, null, 2));
  return () => rm(fileIn(dataDir), { force: true });
}

/** The addresses of a running shop's operator ports, and their tokens. @throws Error when no shop runs */
export async function readDoors(dataDir: string): Promise<Doors> {
  const text = await readKept(fileIn(dataDir));
  if (text === undefined) throw new Error(`No shop runs in ${dataDir}. Start it with npm start: this command asks its services.`);
  const urls = Urls.parse(JSON.parse(text));
  const { OPS_TOKENS: tokens } = await keepSecrets({ DATA_DIR: dataDir });
  return Object.fromEntries(
    SERVICES.map((name) => [name, { url: urls[name], token: tokens[name].replace(/\n.*/s, '') }]),
  ) as Doors;
}
