import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../infra/local/ensure-installed.mjs';
import { cpuMillisOf } from './cpu-of-processes.mjs';
import { countRows, openFloor } from './floor.mjs';
import { makeBuyers, median, openShop, SERVICES, whileFrozen } from './shop.mjs';
import { putOnSale } from './tracks-of-stores.mjs';

const BUYERS = 200;
const AT_ONCE = Number(process.env.BENCH_BUYERS_AT_ONCE ?? 16);
const OLDER = (process.env.BENCH_OLDER ?? '').split(',').filter(Boolean);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? (OLDER.length > 0 ? 5 : 1));
const MEASURED_MS = Number(process.env.BENCH_SECONDS ?? 15) * 1000;
const ROUND_MS = MEASURED_MS / ROUNDS;
/** Node has compiled the code of a purchase by then. */
const WARM_UP_MS = Math.min(10_000, MEASURED_MS);
/** The tracks for sale, half of them of a store; each purchase takes one. */
const TRACKS = Number(process.env.BENCH_TRACKS ?? 10_000);
const PRICE_CENTS = 29_900;
/** Purchases per second. */
const TARGET = 30;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * Measures how many whole purchases a second the shop takes, from many buyers at once. Each buys a track of its own, and the
 * PayPal simulator answers without delay. Builds in other folders (`BENCH_OLDER`) take turns with this one, which is measured
 * while they are frozen.
 * @returns whether this build meets the target
 */
export async function run() {
  const subjects = [];
  const floors = [];
  let floor;
  try {
    for (const folder of [root, ...OLDER]) subjects.push(await openSubject(folder, subjects.length));
    const [{ shop: own }] = subjects;
    const rowsBefore = await countRows(own);
    for (let nth = 0; nth <= ROUNDS; nth += 1) {
      for (const subject of nth % 2 ? subjects : subjects.toReversed()) {
        const round = await alone(subject, subjects, () => measure(subject, nth === 0 ? WARM_UP_MS : ROUND_MS));
        if (nth > 0) subject.rounds.push(round);
      }
      floor ??= await openFloor(own, rowsBefore, subjects[0].next);
      if (nth > 0) floors.push(await alone(null, subjects, () => measureFloor(floor, own)));
    }
    return report(subjects, { rows: floor.rows, rounds: floors });
  } finally {
    agent.destroy();
    await floor?.close();
    for (const { shop } of subjects) await shop.close();
  }
}

async function openSubject(folder, nth) {
  const shop = await openShop({}, { folder, nth, counts: true });
  await putOnSale(shop, TRACKS, PRICE_CENTS);
  const buyers = await makeBuyers(shop, BUYERS);
  await confirmAddresses(shop, buyers);
  return { folder, shop, buyers, next: 0, rounds: [] };
}

/** Runs `work` while every shop but `subject` is frozen. */
const alone = (subject, subjects, work) =>
  whileFrozen(
    subjects.filter((rival) => rival !== subject).map(({ shop }) => shop.pid),
    work,
  );

/**
 * One round: buyers buy for `forMs`; then it waits until all events of their purchases are handled and all mails are sent.
 * `counted` and `rate` are about the purchases that ended within `forMs`, `throughRate` and `each` about all purchases and the
 * whole time.
 */
async function measure(subject, forMs) {
  const { shop, buyers } = subject;
  const before = await usageOf(shop);
  const began = performance.now();
  const purchases = [];
  const work = async () => {
    while (performance.now() < began + forMs) {
      subject.next += 1;
      if (subject.next > TRACKS) throw new Error('All tracks are sold: raise BENCH_TRACKS.');
      purchases.push(await purchase(shop, buyers[subject.next % BUYERS], subject.next));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // The shop may be frozen next. It then closes its idle connections when it goes on, and a request on such a connection would be
  // lost, so the next round opens new ones.
  agent.destroy();
  const counted = purchases.filter(({ at }) => at < began + forMs);
  await settled(shop);
  const settledMs = performance.now() - began;
  const [{ paid }] = await shop.query('orders', `SELECT count(*)::int AS paid FROM orders WHERE payment_state = 'paid'`);
  if (paid !== subject.next) throw new Error(`${subject.next} purchases were answered, ${paid} are paid`);
  return {
    counted,
    rate: counted.length / (forMs / 1000),
    throughRate: purchases.length / (settledMs / 1000),
    each: perPurchase(before, await usageOf(shop), purchases.length),
  };
}

/** Measures the floor (floor.mjs): this process writes the same rows with plain `pg`, so that almost only the database costs. */
async function measureFloor(floor, { postgresPid }) {
  const forMs = ROUND_MS / 3;
  const before = { own: process.cpuUsage(), postgres: await cpuMillisOf(postgresPid) };
  const writes = await floor.write(forMs, AT_ONCE);
  const { user, system } = process.cpuUsage(before.own);
  const postgresMs = before.postgres === null ? null : ((await cpuMillisOf(postgresPid)) - before.postgres) / writes;
  return { rate: writes / (forMs / 1000), ownMs: (user + system) / 1000 / writes, postgresMs };
}

/**
 * Gives orders the buyers' confirmed e-mail addresses, as identity's events would; without them their mails wait for a
 * confirmation.
 */
const confirmAddresses = ({ query }, buyers) =>
  query(
    'orders',
    `INSERT INTO buyers (user_id, version, name, last_name, email)
     SELECT id, 1, 'Buyer', 'Number', 'buyer' || id || '@example.com' FROM unnest($1::int[]) AS id`,
    [buyers.map(({ id }) => id)],
  );

async function purchase({ shop, approve }, buyer, productId) {
  const started = performance.now();
  const created = await post(`${shop}/api/orders/paypal/create`, buyer, {
    cartItems: [productId],
    customer_info: { firstName: 'Buyer', lastName: 'Number', email: `buyer${buyer.id}@example.com`, country: 'Norway' },
    total_amount: (PRICE_CENTS * 1.05) / 100,
    userId: buyer.id,
  });
  const reserved = performance.now();
  approve(created.id);
  const captured = await post(`${shop}/api/orders/paypal/capture`, buyer, { orderID: created.id, userId: buyer.id });
  if (captured.success !== true) throw new Error(`A capture answered ${JSON.stringify(captured)}`);
  const at = performance.now();
  return { at, create: reserved - started, capture: at - reserved };
}

/**
 * The client address of a buyer. Each buyer has one, because the shop makes the orders of one address one after the other. This
 * machine answers at all of 127.0.0.0/8.
 */
const addressOf = ({ id }) => `127.0.${1 + (id >> 8)}.${id & 255}`;

function post(url, buyer, body) {
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    authorization: `Bearer ${buyer.token}`,
  };
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent, headers, localAddress: addressOf(buyer) }, async (answer) => {
      const body = Buffer.concat(await answer.toArray()).toString();
      if (answer.statusCode >= 200 && answer.statusCode < 300) resolve(JSON.parse(body));
      else reject(new Error(`${url} answered ${answer.statusCode} ${body}`));
    })
      .on('error', reject)
      .end(text);
  });
}

/** Waits until every event is sent and handled, and every mail is sent. */
async function settled({ query }) {
  const waiting = [
    ...SERVICES.map((service) => [
      service,
      `SELECT (SELECT count(*) FROM outbox WHERE sent_at IS NULL) + (SELECT count(*) FROM inbox WHERE state <> 'done') AS left`,
    ]),
    ['notifications', `SELECT count(*) AS left FROM mails WHERE state NOT IN ('sent', 'failed')`],
  ];
  for (let at = 0, quiet = 0; quiet < waiting.length; at = (at + 1) % waiting.length) {
    const [{ left }] = await query(...waiting[at]);
    quiet = left === '0' ? quiet + 1 : 0;
    if (left !== '0') await pause(50);
  }
}

async function usageOf({ told, postgresPid }) {
  const { counted, cpuMicros } = await told();
  return { counted, shopMs: cpuMicros / 1000, postgresMs: await cpuMillisOf(postgresPid) };
}

function perPurchase(before, after, purchases) {
  const grown = (now, then = 0) => (now - then) / purchases;
  const services = SERVICES.map((name) => {
    const counts = Object.entries(after.counted[name] ?? {});
    return [name, Object.fromEntries(counts.map(([what, now]) => [what, grown(now, before.counted[name]?.[what])]))];
  });
  return {
    services: Object.fromEntries(services),
    shopMs: grown(after.shopMs, before.shopMs),
    postgresMs: after.postgresMs === null ? null : grown(after.postgresMs, before.postgresMs),
  };
}

function report(subjects, floor) {
  console.log(
    `Purchases by ${AT_ONCE} buyers at once, ${ROUNDS} rounds of ${ROUND_MS / 1000} s; shop, PayPal simulator, mail inbox and Postgres run on this machine`,
  );
  const [own, ...older] = subjects.map((subject) => summaryOf(subject));
  for (const summary of [own, ...older]) print(summary);
  for (const olderRun of older) {
    const times = (measure, digits = 2) => (own[measure] / olderRun[measure]).toFixed(digits);
    console.log(
      `  against ${olderRun.folder}: ${times('rate')} times the purchases, ${times('throughRate')} times with all events handled and mails sent, ` +
        `${(olderRun.shopMs / own.shopMs).toFixed(2)} times less CPU, ${(olderRun.statements / own.statements).toFixed(2)} times fewer statements`,
    );
  }
  printFloor(floor, own);
  const met = own.rate >= TARGET;
  console.log(`  ${own.rate.toFixed(1)} purchases per second; target: at least ${TARGET}: ${met ? 'met' : 'missed'}`);
  return met;
}

function printFloor({ rows, rounds }, { rate, shopMs, postgresMs }) {
  const of = (measure) => median(rounds.map((round) => round[measure]));
  const postgres = postgresMs === null ? '' : `, Postgres ${of('postgresMs').toFixed(1)} ms`;
  console.log(
    `The floor (the same ${rows} rows written by plain pg, one transaction for each service): ${of('rate').toFixed(1)} purchases per second`,
  );
  console.log(`  CPU for each purchase: writer ${of('ownMs').toFixed(1)} ms${postgres}`);
  const cpu = shopMs + (postgresMs ?? 0);
  const least = of('ownMs') + (postgresMs === null ? 0 : of('postgresMs'));
  console.log(
    `  this build makes ${((100 * rate) / of('rate')).toFixed(0)} % of those purchases a second, with ${(cpu / least).toFixed(1)} times the CPU for each`,
  );
}

function summaryOf({ folder, rounds }) {
  const of = (pick) => median(rounds.map(pick));
  const counted = rounds.flatMap((round) => round.counted);
  const [{ each }] = rounds;
  const services = Object.fromEntries(
    Object.entries(each.services).map(([name, counts]) => [
      name,
      Object.fromEntries(Object.keys(counts).map((count) => [count, of((round) => round.each.services[name][count])])),
    ]),
  );
  const sum = (count) => Object.values(services).reduce((all, counts) => all + (counts[count] ?? 0), 0);
  return {
    folder,
    counted,
    services,
    rate: of((round) => round.rate),
    throughRate: of((round) => round.throughRate),
    shopMs: of((round) => round.each.shopMs),
    postgresMs: each.postgresMs === null ? null : of((round) => round.each.postgresMs),
    statements: sum('statements'),
    roundTrips: sum('roundTrips'),
    commits: sum('commits'),
  };
}

function print({ folder, counted, services, rate, throughRate, shopMs, postgresMs, ...sums }) {
  const at = (step, share) => {
    const sorted = counted.map((purchase) => purchase[step]).sort((a, b) => a - b);
    return sorted.length === 0 ? 'none' : `${Math.round(sorted[Math.floor(sorted.length * share)])} ms`;
  };
  console.log(
    `${folder === root ? 'This build' : folder}: ${rate.toFixed(1)} purchases per second, ${throughRate.toFixed(1)} counted until all events are handled and mails sent`,
  );
  for (const step of ['create', 'capture'])
    console.log(`  ${step.padEnd(8)} median ${at(step, 0.5)}, 95 % within ${at(step, 0.95)}`);
  const cpu = postgresMs === null ? '' : `, Postgres ${postgresMs.toFixed(1)} ms`;
  console.log(`  CPU for each purchase: shop ${shopMs.toFixed(1)} ms${cpu}`);
  console.log('  for each purchase        statements  round trips  commits');
  for (const [name, counts] of [...Object.entries(services), ['together', sums]])
    console.log(
      `    ${name.padEnd(21)}${column(counts.statements, 12)}${column(counts.roundTrips, 13)}${column(counts.commits, 9)}`,
    );
}

const column = (value = 0, width) => value.toFixed(1).padStart(width);
