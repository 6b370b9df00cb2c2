import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { FIRST_TRACKS } from '@shop/contracts/constants';
import { makeDataDir, postgresIn, removeDataDir, startPostgres } from '@shop/local';
import { freePort } from '@shop/local/run-command';
import { Client } from 'pg';
import { shopEnvironment } from '../shop-environment';

const root = join(__dirname, '../..');

/** The fields of a track that the journeys compare. `price` is in dollars. */
export type MadeTrack = {
  id: number;
  name: string;
  category: string;
  key: string;
  mode: string;
  type: string;
  bpm: number;
  price: number;
};

const GENRES = ['Techno', 'House', 'Trance', 'Ambient', 'Dubstep', 'Drum & Bass', 'Lo-Fi'];
const KEYS = ['A', 'C', 'D#', 'F', 'G'];
const NAMES = ['Night Harbour', 'Silver Motion', 'Velvet Engine', 'Broken Mirror', 'Golden River', 'Distant Signal'];

/**
 * Makes `count` tracks. Their values for each filter are spread evenly, and independently of the other filters. The newest has
 * the highest id.
 */
export const madeTracks = (count: number): MadeTrack[] =>
  Array.from({ length: count }, (_, at) => {
    const id = at + 1;
    const spread = (over: number, by: number) => Math.floor((((id * by) % 10_007) / 10_007) * over);
    const pick = <T>(of: T[], by: number) => of[spread(of.length, by)]!;
    return {
      ...{
        id,
        name: `${pick(NAMES, 7919)} ${id}`,
        category: pick(GENRES, 6101),
        key: pick(KEYS, 4969),
        mode: pick(['major', 'minor'], 3571),
      },
      ...{
        type: pick(['Instrumental', 'Vocal/Instrumental'], 2713),
        bpm: 60 + spread(120, 9001),
        price: 199 + 10 * spread(80, 1511),
      },
    };
  });

export type FilledShop = {
  url: string;
  /** Puts these tracks up for sale in place of all others. */
  fill: (tracks: readonly MadeTrack[]) => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts a shop of its own at free ports, with these tracks for sale. The files of the tracks do not exist. */
export async function startFilledShop(tracks: readonly MadeTrack[]): Promise<FilledShop> {
  const folder = await makeDataDir();
  const postgres = await startPostgres({ dataDir: postgresIn(folder) });
  let child: ChildProcess | undefined;
  const stop = async () => {
    if (child?.exitCode === null) {
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
    await postgres.stop();
    await removeDataDir(folder);
  };
  try {
    const ports = { shop: await freePort(), inbox: await freePort(), paypal: await freePort() };
    child = spawn(process.execPath, [join(root, 'infra/local/dist/main.js'), '--no-demo'], {
      env: { ...process.env, ...shopEnvironment(folder, ports), DATABASE_URL: postgres.url },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const url = `http://localhost:${ports.shop}`;
    const isReady = async () => (await fetch(`${url}/api/config`).catch(() => null))?.ok ?? false;
    await expect.poll(isReady, { timeout: 120_000 }).toBe(true);
    // the question of a page: the gateway keeps each answer for a moment
    const listed = async () => {
      const answer = await fetch(`${url}/api/products/search?limit=${FIRST_TRACKS}`);
      return ((await answer.json()) as { listed: number }).listed;
    };
    const fill = async (stock: readonly MadeTrack[]) => {
      await putUpForSale(postgres.url, stock);
      await expect.poll(listed).toBe(stock.length);
    };
    await fill(tracks);
    return { url, fill, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Adds the names of files. They are hashes, as in a real shop: an answer with many of them compresses as badly. */
function withFiles(track: MadeTrack) {
  const hash = (of: string) => createHash('sha256').update(`${of} ${track.id}`).digest('hex');
  const [cover, sound, peaks] = [hash('cover'), hash('sound'), hash('peaks')];
  return { ...track, cover, sound, peaks, wave: hash('wave') + hash('more').slice(0, 32) };
}

async function putUpForSale(server: string, tracks: readonly MadeTrack[]) {
  const db = new Client({ connectionString: Object.assign(new URL(server), { pathname: '/catalog' }).href });
  await db.connect();
  try {
    // one transaction, as when the shop itself changes its list: otherwise a visitor in between would find the shop empty
    await db.query('BEGIN');
    await db.query(
      `INSERT INTO stores (seller_id, user_id, version, name, status) VALUES (1, 1001, 1, 'Night Freight', 'active') ON CONFLICT DO NOTHING`,
    );
    await db.query('DELETE FROM products');
    await db.query(
      `INSERT INTO products (id, name, category, price_cents, music_key, key_mode, type, bpm, download_link, is_hot, exclusive_vocal, img, audio,
         peaks, wave, duration, play_count, seller_id, claim, claim_version)
       OVERRIDING SYSTEM VALUE
       SELECT t.id, t.name, t.category, t.price * 100, t.key, t.mode, t.type, t.bpm, 'https://files.example/' || t.id, t.id % 500 = 0, false,
         '/media/catalog/' || t.cover || '.webp', '/media/catalog/' || t.sound || '.mp3', '/media/catalog/' || t.peaks || '.json',
         t.wave, 180 + t.id % 200, t.id % 1013, 1, 'free', 1
       FROM jsonb_to_recordset($1::jsonb) AS t (id int, name text, category text, key text, mode text, type text, bpm int, price int,
         cover text, sound text, peaks text, wave text)`,
      [JSON.stringify(tracks.map(withFiles))],
    );
    await db.query('UPDATE product_list SET version = version + 1');
    await db.query('COMMIT');
  } finally {
    await db.end();
  }
}

const COVER = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#7357ff" d="M0 0h8v8H0z"/><path fill="#ffb454" d="M2 5h4v1H2z"/></svg>`;

/**
 * Opens a page of the shop. The tracks have no covers, so the browser gets the same picture for each. The visitor has declined
 * cookies, because the question would lie over the end of a long list of filters.
 */
export async function openFilledShop(page: Page, { url }: FilledShop, path: string) {
  await page.route(/\/media\/catalog\/.*\.webp$/, (route) => route.fulfill({ contentType: 'image/svg+xml', body: COVER }));
  await page.addInitScript(() => sessionStorage.setItem('cookieConsent', 'declined'));
  await page.goto(`${url}${path}`);
}
