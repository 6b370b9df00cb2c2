import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { openShop } from './shop.mjs';
import { fillCatalog } from './list.mjs';

const AT_ONCE = 32;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20) / ROUNDS;
const TARGET_MS = 20;

const agent = new Agent({ keepAlive: true });

/**
 * Measures how long a visitor waits for the list, alone and beside 32 logins at once, in turns. Every login costs a whole
 * password check (argon2id), even with an unknown e-mail address.
 * @returns whether the target is met
 */
export async function run() {
  const shop = await openShop();
  try {
    await fillCatalog(shop);
    await browse(shop.shop, 2);
    const [alone, beside] = [[], []];
    let logins = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(...(await browse(shop.shop, SECONDS)));
      const storm = stormOf(shop.shop);
      beside.push(...(await browse(shop.shop, SECONDS)));
      logins += await storm.stop();
    }
    return report(alone, beside, logins / (ROUNDS * SECONDS));
  } finally {
    agent.destroy();
    await shop.close();
  }
}

/**
 * Asks for the list about 40 times a second on one connection.
 * @returns the milliseconds of each call
 */
async function browse(shop, seconds) {
  const times = [];
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(25)) {
    const began = performance.now();
    const status = await ask(`${shop}/api/products`, { headers: { 'accept-encoding': 'gzip' } });
    if (status !== 200) throw new Error(`The list answered ${status}`);
    times.push(performance.now() - began);
  }
  return times;
}

/** Sends `AT_ONCE` logins at a time until stop() is called, which returns the number of answers. */
function stormOf(shop) {
  let [going, answered] = [true, 0];
  const work = async (nth) => {
    for (let attempt = 0; going; attempt += 1) {
      const body = JSON.stringify({ email: `nobody-${nth}-${attempt}@example.com`, password: 'a password of somebody' });
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const status = await ask(`${shop}/api/users/login`, { method: 'POST', headers }, body);
      if (status !== 401) throw new Error(`A login answered ${status}`);
      answered += 1;
    }
  };
  const all = Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => work(nth)));
  return {
    async stop() {
      going = false;
      await all;
      return answered;
    },
  };
}

const ask = (url, options, body) =>
  new Promise((resolve, reject) => {
    request(url, { ...options, agent }, (answer) => answer.resume().on('end', () => resolve(answer.statusCode)))
      .on('error', reject)
      .end(body);
  });

const at = (values, share) => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const format = (times) =>
  `median ${at(times, 0.5).toFixed(1)} ms, 99 % within ${at(times, 0.99).toFixed(1)} ms (${times.length} requests)`;

function report(alone, beside, perSecond) {
  console.log(`The list for one visitor, alone and beside ${AT_ONCE} logins at once, ${ROUNDS} rounds of ${SECONDS} s each`);
  console.log(`  alone   ${format(alone)}`);
  console.log(`  beside  ${format(beside)}, ${perSecond.toFixed(0)} logins per second`);
  const met = at(beside, 0.99) < TARGET_MS;
  console.log(`  target: 99 % within ${TARGET_MS} ms beside logins: ${met ? 'met' : 'missed'}`);
  return met;
}
