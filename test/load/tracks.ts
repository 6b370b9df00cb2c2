import { operate } from '../../infra/ops/src/services';
import type { Doors } from '@shop/ops';
import { aFlac } from '../../services/catalog/src/testing/a-recording';
import type { RunningShop } from './running-shop';

const FIELDS = {
  name: 'Track',
  category: 'Techno',
  price: 299,
  music_key: 'A',
  key_mode: 'minor',
  type: 'Instrumental',
  bpm: 128,
  download_link: 'https://files.example/track',
};

type Track = { id: number; name: string };

/** An admin puts a track on sale. */
export const putTrackOnSale = ({ url }: RunningShop, adminToken: string, name: string): Promise<Track> =>
  sendForm('POST', `${url}/api/products`, adminToken, name, new Blob([new Uint8Array(aFlac())]));

/** An admin gives a track another name. */
export const renameTrack = ({ url }: RunningShop, adminToken: string, id: number, name: string): Promise<Track> =>
  sendForm('PUT', `${url}/api/products/${id}`, adminToken, name);

async function sendForm(method: string, url: string, adminToken: string, name: string, audio?: Blob): Promise<Track> {
  const form = new FormData();
  form.set('fields', JSON.stringify({ ...FIELDS, name }));
  if (audio) form.set('audio', audio, 'track.flac');
  const answer = await fetch(url, { method, headers: { authorization: `Bearer ${adminToken}` }, body: form });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Track;
}

/**
 * Puts `count` copies of one track on sale, and makes catalog announce them and every search find them.
 * @returns the first id; the others follow without a gap
 */
export async function putTracksOnSale(shop: RunningShop, doors: Doors, track: number, count: number): Promise<{ first: number }> {
  const [{ first } = { first: 0 }] = await shop.query<{ first: number }>(
    'catalog',
    `WITH added AS (
       INSERT INTO products OVERRIDING SYSTEM VALUE
       SELECT made.* FROM products, generate_series(1, ${count}) AS number,
         LATERAL (SELECT jsonb_build_object('id', nextval(pg_get_serial_sequence('products', 'id')), 'name', 'Track ' || number) AS own),
         LATERAL jsonb_populate_record(products, own) AS made
       WHERE products.id = ${track} RETURNING id
     ) SELECT min(id)::int AS first FROM added`,
  );
  // A version that names no changed track has every replica read the whole list.
  await shop.execute('catalog', 'UPDATE product_list SET version = version + 1');
  await operate(doors, 'catalog', 'say-again', {});
  return { first };
}
