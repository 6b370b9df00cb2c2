import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { median, openShop, PORT } from './shop.mjs';

const TRACKS = 200;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = 5;
/** The gateway must answer at least this share of nginx' requests a second. */
const TARGET = 0.45;
/** Beside the ports of the shop and its mail inbox (shop.mjs). */
const NGINX = `http://127.0.0.1:${PORT + 2}`;

/**
 * Measures the public list through the gateway, in turns with nginx that sends the same compressed bytes, and with a bare server of Node
 * that sends them with the gateway's own headers: its part of nginx is the most that any gateway in Node can have.
 * @returns whether the target is met
 */
export async function run() {
  const missing = await programsMissing();
  if (missing) return say(missing, false);
  const shop = await openShop();
  const folder = mkdtempSync(join(tmpdir(), 'shop-bench-nginx-'));
  let nginx;
  let bare;
  try {
    await fillCatalog(shop);
    const list = await compressedList(shop.shop);
    nginx = await startNginx(folder, list.bytes);
    bare = new Worker(new URL('plain-copies.mjs', import.meta.url), { workerData: list });
    const [bareUrl] = await once(bare, 'message');
    const results = { gateway: [], nginx: [], bare: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      results.gateway.push(await perSecond(`${shop.shop}/api/products`));
      results.nginx.push(await perSecond(`${NGINX}/api/products`));
      results.bare.push(await perSecond(`${bareUrl}/api/products`));
    }
    return report(results, list.bytes.length);
  } finally {
    nginx?.kill('SIGTERM');
    await bare?.terminate();
    await shop.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const say = (line, outcome) => {
  console.log(line);
  return outcome;
};

/**
 * Looks for nginx and wrk, and installs them where that is allowed.
 * @returns the missing program and how to get it, or undefined
 */
async function programsMissing() {
  const require = createRequire(import.meta.url);
  const { aptCommand, aptInstall, mayInstall } = require('../infra/local/dist/programs/apt.js');
  const { findProgram } = require('../infra/local/dist/run-command.js');
  for (const name of ['nginx', 'wrk']) {
    if (!findProgram(name, ['/usr/sbin']) && mayInstall()) await aptInstall(name, console.log);
    if (!findProgram(name, ['/usr/sbin'])) return `${name} is missing, so nothing was measured: ${aptCommand(name)}`;
  }
  return undefined;
}

export async function fillCatalog({ query }) {
  await query(
    'catalog',
    `INSERT INTO products (name, category, price_cents, old_price_cents, music_key, type, bpm, download_link, is_hot, exclusive_vocal,
       img, audio, peaks, wave, duration)
     SELECT 'Track number ' || n, 'Techno', 29900 + n * 100, 99900, 'A#', 'Instrumental', 90 + n % 90, 'https://files.example/' || n, n % 5 = 0, n % 7 = 0,
       '/media/catalog/' || encode(sha256(('img' || n)::bytea), 'hex') || '.webp',
       '/media/catalog/' || encode(sha256(('audio' || n)::bytea), 'hex') || '.mp3',
       '/media/catalog/' || encode(sha256(('peaks' || n)::bytea), 'hex') || '.json',
       substr(encode(sha256(('wave' || n)::bytea), 'hex'), 1, 48), 20 + n % 10
     FROM generate_series(1, $1) AS n`,
    [TRACKS],
  );
  await query('catalog', 'UPDATE product_list SET version = version + 1');
}

/** Headers that Node writes by itself. */
const BY_NODE = /^(date|connection|keep-alive)$/i;

/** The list as the gateway sends it, once it has all tracks: its bytes, and its headers as names and values in turns. */
async function compressedList(shop) {
  const { request } = await import('node:http');
  const get = () =>
    new Promise((resolve, reject) => {
      const options = { headers: { 'accept-encoding': 'gzip' } };
      request(`${shop}/api/products`, options, async (answer) => {
        const headers = answer.rawHeaders.filter((_, at, all) => !BY_NODE.test(all[at - (at % 2)]));
        resolve({ bytes: Buffer.concat(await answer.toArray()), headers });
      })
        .on('error', reject)
        .end();
    });
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const list = await get();
    if (JSON.parse(gunzipSync(list.bytes)).length === TRACKS) return list;
    await pause(200);
  }
  throw new Error('The list did not get all tracks within 10 s.');
}

async function startNginx(folder, bytes) {
  writeFileSync(join(folder, 'list.json'), gunzipSync(bytes));
  writeFileSync(join(folder, 'list.json.gz'), bytes);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  keepalive_requests 1000000000;
  open_file_cache max=10;
  default_type application/json;
  server {
    listen ${new URL(NGINX).host};
    location = /api/products {
      alias ${folder}/list.json;
      gzip_static on;
      etag on;
      add_header Cache-Control no-cache;
      add_header Vary "Accept-Encoding, Authorization";
      add_header X-Content-Type-Options nosniff;
    }
  }
}
`,
  );
  const path = `${process.env.PATH}:/usr/sbin`;
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { env: { PATH: path }, stdio: 'inherit' });
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const answer = await fetch(`${NGINX}/api/products`, { headers: { 'accept-encoding': 'gzip' } }).catch(() => null);
    if (answer?.ok && (await answer.json()).length === TRACKS) return child;
    await pause(100);
  }
  throw new Error('nginx did not start.');
}

async function perSecond(url) {
  // After wrk's own two seconds a busy machine would end the bench.
  const wrk = spawn('wrk', ['-t1', '-c32', `-d${SECONDS}s`, '--timeout', '30s', '-H', 'Accept-Encoding: gzip', url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = Buffer.concat(await wrk.stdout.toArray()).toString();
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(output);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)[1]);
}

function report({ gateway, nginx, bare }, size) {
  const ratio = median(gateway) / median(nginx);
  const format = (values) => `${values.map(Math.round).join(' ')} /s, median ${Math.round(median(values))}`;
  console.log(
    `The product list, ${TRACKS} tracks, ${size} bytes gzipped, 32 connections, ${ROUNDS} rounds of ${SECONDS} s in turns`,
  );
  console.log(`  gateway  ${format(gateway)}`);
  console.log(
    `  ${spawnSync('nginx', ['-v'], { env: { PATH: `${process.env.PATH}:/usr/sbin` } })
      .stderr.toString()
      .trim()
      .replace('nginx version: ', '')}  ${format(nginx)}`,
  );
  console.log(`  bare Node  ${format(bare)}: ${(median(bare) / median(nginx)).toFixed(2)} of nginx`);
  return say(`  ratio ${ratio.toFixed(2)}; target: at least ${TARGET}: ${ratio >= TARGET ? 'met' : 'missed'}`, ratio >= TARGET);
}
