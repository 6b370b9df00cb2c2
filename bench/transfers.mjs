import { createHash, randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { memoryOf } from './cpu-of-processes.mjs';
import { deliveryAddress, makeBuyers, median, openShop } from './shop.mjs';
import { putOnSale } from './tracks-of-stores.mjs';

const BYTES = Number(process.env.BENCH_MB ?? 256) * 1e6;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** What the page sends at a time. */
const PIECE = 64 * 1024 ** 2;
/** The most that a process may grow by, in MB. */
const TARGET_MB = 100;
/** The track whose files are sent, and the order that they are delivered for. */
const TRACK = 1;
const ORDER = 1;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const piece = randomFillSync(Buffer.alloc(Math.min(PIECE, BYTES)));
const pieces = Array.from({ length: Math.ceil(BYTES / PIECE) }, (_, nth) =>
  piece.subarray(0, Math.min(PIECE, BYTES - nth * PIECE)),
);

/**
 * Measures how fast a package of one file of `BENCH_MB` goes up through the gateway (by tus, in pieces of 64 MB) and comes down, as a
 * ZIP and as a file, in turns with plain copies of the same bytes; and how much the memory of the shop grows meanwhile.
 * @returns whether no process grows by more than 100 MB
 */
export async function run() {
  const shop = await openShop();
  const plain = new Worker(new URL('plain-copies.mjs', import.meta.url), {
    workerData: { path: join(shop.dataDir, 'plain-copy') },
  });
  try {
    const [plainUrl] = await once(plain, 'message');
    const maker = await openMaker(shop);
    await maker.turn({ checked: true });
    await pause(2000);
    const memory = watchMemory(shop.pid);
    const times = { upload: [], plainUpload: [], zip: [], file: [], plainDownload: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { upload, zip, file } = await maker.turn();
      times.upload.push(upload);
      times.zip.push(zip);
      times.file.push(file);
      times.plainUpload.push(await timeOf(() => send(`${plainUrl}/`)));
      times.plainDownload.push(await timeOf(() => receive(`${plainUrl}/`, BYTES)));
    }
    return report(times, memory.stop());
  } finally {
    agent.destroy();
    await plain.terminate();
    await shop.close();
  }
}

/**
 * Makes a store with a track for sale.
 * @returns `turn`, which sends a package of that track, fetches it in both ways, removes it and returns the seconds of each; `checked`
 * has it compare what comes with what was sent
 */
async function openMaker(shop) {
  const [{ id, token }] = await makeBuyers(shop, 1);
  await putOnSale(shop, TRACK, 1000);
  await shop.query('catalog', 'UPDATE stores SET user_id = $1 WHERE seller_id = 1', [id]);
  const call = async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(shop.shop + path, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).data;
  };
  const addressOf = (packageId) => deliveryAddress(shop, { packageId, orderId: ORDER });
  return {
    async turn({ checked = false } = {}) {
      const pack = await call('POST', '/api/packages', {});
      const { uploadUrl } = await call('POST', `/api/packages/${pack.id}/uploads`, {
        path: 'Master/Track.wav',
        sizeBytes: BYTES,
      });
      const upload = await timeOf(() => send(new URL(uploadUrl, shop.shop).href, token));
      await shop.query('catalog', 'UPDATE products SET package_id = $1 WHERE id = $2', [pack.id, TRACK]);
      const [file] = (await call('GET', `/api/packages/${pack.id}`)).files;
      const zip = await timeOf(() => receive(addressOf(pack.id)));
      const sum = checked ? createHash('sha256') : undefined;
      const alone = await timeOf(() => receive(`${addressOf(pack.id)}?file=${file.id}`, BYTES, sum));
      if (sum && sum.digest('hex') !== sumOfPieces()) throw new Error('Other bytes came down than went up.');
      await call('DELETE', `/api/packages/${pack.id}`);
      return { upload, zip, file: alone };
    },
  };
}

const sumOfPieces = () => pieces.reduce((sum, bytes) => sum.update(bytes), createHash('sha256')).digest('hex');

/** @returns the seconds that the work took */
async function timeOf(work) {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** Sends the pieces one after the other. */
async function send(url, token) {
  let offset = 0;
  for (const body of pieces) {
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      'content-length': body.length,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const asked = request(url, { method: 'PATCH', headers, agent });
    asked.end(body);
    const [answer] = await once(asked, 'response');
    const text = (await answer.toArray()).join('');
    if (answer.statusCode !== 204) throw new Error(`A piece was answered by ${answer.statusCode} ${text}`);
    offset += body.length;
  }
}

/** Reads an answer to its end. @param size how many bytes must come; without it as many as are announced */
async function receive(url, size, sum) {
  const asked = request(url, { agent });
  asked.end();
  const [answer] = await once(asked, 'response');
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    sum?.update(chunk);
  }
  const expected = size ?? Number(answer.headers['content-length']);
  if (answer.statusCode !== 200 || bytes !== expected || bytes < BYTES)
    throw new Error(`A download was answered by ${answer.statusCode} and ${bytes} bytes`);
}

/** Looks at the memory of a process and its children 20 times a second. @returns `stop`, which returns rest and peak of each, in MB */
function watchMemory(pid) {
  const rest = memoryOf(pid);
  const peak = new Map(rest);
  const watch = setInterval(() => {
    for (const [member, mb] of memoryOf(pid)) peak.set(member, Math.max(mb, peak.get(member) ?? 0));
  }, 50);
  return {
    stop() {
      clearInterval(watch);
      return [...peak].map(([member, most]) => ({ rest: rest.get(member) ?? 0, most }));
    },
  };
}

function report(times, processes) {
  const speed = Object.fromEntries(Object.entries(times).map(([name, seconds]) => [name, BYTES / 1e6 / median(seconds)]));
  const line = (name, shop, plain) =>
    console.log(
      `  ${name.padEnd(18)} ${speed[shop].toFixed(0).padStart(5)} MB/s, a plain copy ${speed[plain].toFixed(0)} MB/s, ratio ${(speed[shop] / speed[plain]).toFixed(2)}`,
    );
  console.log(`A package of ${BYTES / 1e6} MB up and down, and plain copies of the same bytes, medians of ${ROUNDS}`);
  line('up', 'upload', 'plainUpload');
  line('down, as a ZIP', 'zip', 'plainDownload');
  line('down, as a file', 'file', 'plainDownload');
  for (const { rest, most } of processes)
    console.log(`  memory of a process of the shop: ${rest.toFixed(0)} MB at rest, ${most.toFixed(0)} MB at most`);
  const met = processes.length > 0 && processes.every(({ rest, most }) => most - rest <= TARGET_MB);
  console.log(`  target: no process grows by more than ${TARGET_MB} MB: ${met ? 'met' : 'missed'}`);
  return met;
}
