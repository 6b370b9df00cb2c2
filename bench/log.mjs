import { createRequire } from 'node:module';
import { closedAtInterrupt, median } from './shop.mjs';

const LEAVES = Number(process.env.BENCH_LEAVES ?? 1_000_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200);
/** Leaves that are appended at once while the log is filled. */
const BATCH = 5000;
/** Times of the largest log are compared with those of one of this size. */
const SMALL = Math.min(1000, LEAVES);
/** The target: a proof in the largest log takes at most this many times as long as in the small one. */
const TARGET = 10;

/**
 * Measures the sales log, small and with a million leaves: the time for a proof, for a head, for an appended sale, and the sizes.
 * @returns whether the target is met
 */
export async function run() {
  const require = createRequire(import.meta.url);
  const { connectToDatabase, createLog, openDatabase } = require('@shop/runtime');
  const { makeDataDir, postgresIn, removeDataDir, startPostgres } = require('@shop/local');
  const { schema } = require('../services/orders/dist/database.js');
  const log = require('../services/orders/dist/sales-log/log.js');
  const dataDir = await makeDataDir();
  const postgres = await startPostgres({ dataDir: postgresIn(dataDir) });
  const close = async () => {
    await postgres.stop();
    await removeDataDir(dataDir);
  };
  try {
    return await closedAtInterrupt(
      close,
      measureIn(postgres.url, { connectToDatabase, createLog, openDatabase, schema, ...log }),
    );
  } finally {
    await close();
  }
}

async function measureIn(url, { createLog, openDatabase, schema, ...log }) {
  const source = await openDatabase({ ...schema, url, log: createLog('bench', 'error') });
  const signing = { publicUrl: 'https://shop.example', keys: [Buffer.alloc(32, 1)] };
  const append = (leaves) => source.transaction((db) => log.appendLeaves(db, signing, leaves));
  const parts = { source, signing, append, ...log };
  try {
    await fill(append, 0, SMALL);
    const small = await measure(parts, SMALL);
    const began = performance.now();
    await fill(append, SMALL + ROUNDS, LEAVES);
    console.log(`${LEAVES} leaves; filled in ${Math.round((performance.now() - began) / 1000)} s, ${BATCH} at once`);
    const large = await measure(parts, Math.max(LEAVES, SMALL + ROUNDS));
    await showSizes(source);
    return report(small, large);
  } finally {
    await source.destroy();
  }
}

const HASH = 'ab'.repeat(32);
const leafOf = (n) =>
  `{"certificate":"${HASH}","day":"2026-11-29","fingerprint":"${HASH}","kind":"sale","master":"${HASH}","text":"${HASH}","track":"${n}","v":1}`;

async function fill(append, from, to) {
  for (let size = from; size < to; size += BATCH)
    await append(Array.from({ length: Math.min(BATCH, to - size) }, (_leaf, at) => leafOf(size + at)));
}

/** The medians in milliseconds; the appended leaves make the log larger by `ROUNDS`. */
async function measure({ source, signing, append, newestHead, inclusionPath }, size) {
  const times = { proof: [], head: [], append: [] };
  const timed = async (name, work) => {
    const began = performance.now();
    await work();
    times[name].push(performance.now() - began);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const index = Math.floor((round / ROUNDS) * size);
    await timed('proof', () => inclusionPath(source.manager, index, size));
    await timed('head', () => newestHead(source.manager, signing));
    await timed('append', () => append([leafOf(size + round)]));
  }
  return { size, ...Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)])) };
}

async function showSizes(source) {
  const rows = await source.query(
    `SELECT relname AS name, pg_total_relation_size(oid)::int8 AS bytes FROM pg_class WHERE relname IN ('log_leaves', 'log_hashes', 'log_heads') ORDER BY 1`,
  );
  for (const { name, bytes } of rows) console.log(`  ${name.padEnd(11)} ${(Number(bytes) / 2 ** 20).toFixed(1)} MiB`);
  const bundle = 256 * (2 + Buffer.byteLength(leafOf(1_000_000)));
  console.log(`  a full tile: ${256 * 32} bytes of hashes, ${bundle} bytes of leaves`);
}

function report(small, large) {
  console.log(`Medians of ${ROUNDS} in milliseconds, with ${small.size} and with ${large.size} leaves`);
  for (const name of ['proof', 'head', 'append'])
    console.log(
      `  ${name.padEnd(7)} ${small[name].toFixed(2).padStart(7)} ${large[name].toFixed(2).padStart(7)}   ratio ${(large[name] / small[name]).toFixed(2)}`,
    );
  const isMet = large.proof / small.proof <= TARGET;
  console.log(`  target: a proof at most ${TARGET} times as long: ${isMet ? 'met' : 'missed'}`);
  return isMet;
}
