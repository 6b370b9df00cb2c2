import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TUS_PIECE } from '@shop/contracts/constants';
import { retry } from '@shop/runtime';
import { demoTracks, factsOfTrack, packagedTracks, slugOf, type DemoTrack } from '../catalogue/demo-tracks';
import { packageFiles } from '../sound/package-files';
import { logIn, type Account, type Session } from './demo-accounts';
import { entriesOf, shopAt, type ShopApi } from './shop-api';

type PackageOptions = {
  /** The gateway's address, e.g. http://127.0.0.1:8080. */
  baseUrl: string;
  admin: Account;
  log: (line: string) => void;
};

const PIECE_BYTES = 16 * 1024 ** 2;
const CLOSED_MS = 100;
const CHECK_MS = 10 * 60_000;

/**
 * Gives some tracks of the demo the files that a buyer gets, so that the shop holds and checks them as any others
 * (docs/product/texts-and-constants.md#the-demo-shop): the operator sends them, and when the check has passed, the track takes them and is
 * heard as its master. A track that has files by now, or that somebody holds or has bought, stays as it is.
 * @throws Error with the findings of a check that did not pass; ShopRefusal
 */
export async function haveDemoPackages({ baseUrl, admin, log }: PackageOptions): Promise<void> {
  const shop = shopAt(baseUrl);
  const operator = await logIn(shop, admin);
  const deliveries: Promise<void>[] = [];
  for (const track of demoTracks.filter(({ name }) => packagedTracks.includes(name))) {
    const product = entriesOf(await shop('GET /api/products', {}, operator.token)).find(({ name }) => name === track.name);
    if (!product || !('status' in product) || product.status !== 'active' || product.files) continue;
    const sent = await sendPackage(shop, baseUrl, operator, track, product.id);
    // The shop checks one package while the next one is rendered here.
    const delivery = deliverPackage(shop, operator, track, product.id, sent).then(() =>
      log(`Demo files: ${track.name} is checked and delivered by the shop`),
    );
    delivery.catch(() => {}); // the end below throws it
    deliveries.push(delivery);
  }
  await Promise.all(deliveries);
}

type SentPackage = { id: number; master: Uint8Array<ArrayBuffer> };

async function sendPackage(
  shop: ShopApi,
  baseUrl: string,
  { token }: Session,
  track: DemoTrack,
  productId: number,
): Promise<SentPackage> {
  const about = { trackName: track.name, bpm: track.bpm, key: track.music_key, type: track.type, productId };
  const { id } = (await shop('POST /api/packages', { body: about }, token)).data;
  const params = { id };
  let master = new Uint8Array();
  for (const { path, bytes } of packageFiles(factsOfTrack(track))) {
    // Rendering takes seconds, in which the shop has closed the connection: let this process hear of it.
    await pause(CLOSED_MS);
    const body = { path, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    const { uploadUrl } = (await shop('POST /api/packages/:id/uploads', { params, body }, token)).data;
    await send(new URL(uploadUrl, baseUrl), token, bytes);
    if (path.startsWith('Master/')) master = new Uint8Array(bytes);
  }
  await shop('POST /api/packages/:id/complete', { params, body: {} }, token);
  return { id, master };
}

/** Waits for the check and gives the track its files. The track is heard as the master of the package. */
async function deliverPackage(
  shop: ShopApi,
  { token }: Session,
  track: DemoTrack,
  productId: number,
  { id, master }: SentPackage,
) {
  const report = await retry(
    async () => {
      const { state, report } = (await shop('GET /api/packages/:id', { params: { id } }, token)).data;
      if (state === 'checking' || !report) throw new Error(`The check of ${track.name} takes too long.`);
      return report;
    },
    { withinMs: CHECK_MS, pauseMs: 1000 },
  );
  if (report.verdict === 'fails') throw new Error(report.findings.map(({ text }) => text).join(' '));
  const form = new FormData();
  form.set('fields', JSON.stringify({ package_id: id, download_link: '' }));
  form.set('audio', new Blob([master], { type: 'audio/wav' }), `${slugOf(track.name)}.wav`);
  await shop('PUT /api/products/:id', { params: { id: productId }, body: form }, token);
}

/** Sends a file by the protocol of uploads, in pieces. */
async function send(url: URL, token: string, bytes: Buffer): Promise<void> {
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
    const headers = {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': TUS_PIECE,
    };
    const answer = await fetch(url, {
      method: 'PATCH',
      headers,
      body: new Uint8Array(bytes.subarray(offset, offset + PIECE_BYTES)),
    });
    if (!answer.ok) throw new Error(`The shop answered ${answer.status} to a part of a file: ${await answer.text()}`);
  }
}
