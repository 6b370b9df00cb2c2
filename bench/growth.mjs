import { setTimeout as pause } from 'node:timers/promises';
import * as contracts from '@shop/contracts/routes';
import { memoryOf, othersSince, runMillisOf } from './cpu-of-processes.mjs';
import { growthCalls, PASSWORD } from './growth-calls.mjs';
import { buyersOf, FOR_SALE, grow, ORDERS_EACH, PEOPLE_FROM, sealed } from './growth-rows.mjs';
import { deliveryAddress, makeBuyers, median, openShop } from './shop.mjs';

/** With it, purchases get invoices. */
const SELLER_IN_LAW = { LEGAL_NAME: 'Harbour Records', LEGAL_ADDRESS: 'Strandgata 1, Bergen', LEGAL_COUNTRY: 'NO' };
const SIZES = (process.env.BENCH_SIZES ?? '1000,10000,100000').split(',').map(Number);
const ORDERS_A_TRACK = 10;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 40);
/** Each call is made this often before anything is measured; otherwise only the first size would have cold caches. */
const WARM_ROUNDS = Math.min(5, ROUNDS);
/** And this often at each size; not at all where it is measured once. */
const WARM_CALLS = Math.min(2, ROUNDS - 1);
/** The target: 95 of 100 searches are answered within this time (docs/product/catalogue.md#a-large-catalogue). */
const SEARCH_MS = 50;
/** A call with a higher median is slow: its statements' plans are shown, if they take at least `PLAN_OF_MS`. */
const SLOW_MS = 30;
const PLAN_OF_MS = 5;
/** In a smaller shop no plan is slow; only other work on the machine is. */
const PLANS_FROM_TRACKS = 1000;
/**
 * Milliseconds of CPU that a call may cost more in the largest shop without counting as growth, because noise alone makes such a
 * difference.
 */
const NOISE_MS = 2;
/** A list that has not changed for this long is complete: one of 100,000 tracks is built in a few seconds. */
const settledMs = (tracks) => Math.min(8000, 1000 + tracks);
/** When other processes use more of a core than this, times are unreliable, and the CPU is judged instead. */
const QUIET = 0.2;

/**
 * Measures the cost of each public and account call in a shop of each size, and prints the plans of slow ones.
 * @returns whether every call is measured, only calls with the trait `grows` grow, and every search meets the target
 */
export async function run() {
  const shop = await openShop(SELLER_IN_LAW, { postgres: { shared_preload_libraries: 'auto_explain', logging_collector: 'on' } });
  const table = new Map();
  /** `made`: calls that were made, as method and path. `touched`: tracks that calls hold or have bought. */
  const callLog = { made: new Set(), touched: new Set() };
  try {
    let last = { tracks: 0, orders: 0 };
    let otherLoad = 0;
    for (const tracks of SIZES) {
      const size = { tracks, orders: tracks * ORDERS_A_TRACK };
      const began = performance.now();
      console.log(`Filling the shop: ${inWords(tracks)} tracks for sale, ${inWords(size.orders)} orders …`);
      await grow(shop, last, size);
      await sealed(shop, pause);
      console.log(`It took ${Math.round((performance.now() - began) / 1000)} s.`);
      await rebuilt(shop.shop, settledMs(tracks));
      otherLoad = await measure(shop, size, table, callLog);
      last = size;
    }
    await showSizes(shop);
    return report(table, callLog.made, otherLoad);
  } finally {
    await shop.close();
  }
}

/** Waits until the list and the search index hold the new rows: building them takes CPU that would be measured with the calls. */
async function rebuilt(shop, forMs) {
  const tags = async () => {
    const answers = await Promise.all(['/api/products', '/api/products/search?limit=1'].map((path) => fetch(shop + path)));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    return answers.map(({ headers }) => headers.get('etag')).join();
  };
  let [last, since] = ['', 0];
  while (performance.now() < since + forMs || last === '') {
    const now = await tags();
    if (now !== last) [last, since] = [now, performance.now()];
    await pause(500);
  }
}

/**
 * Measures every call in a shop of this size, and adds the costs to `table`.
 * @returns the share of a core that other processes used meanwhile
 */
async function measure(shop, size, table, callLog) {
  const calls = await callsOf(shop, size, callLog);
  const cpu = () => runMillisOf(shop.pid) + runMillisOf(shop.postgresPid);
  if (size.tracks === SIZES[0]) await warmUp(shop, calls);

  const otherLoad = othersSince([process.pid, shop.pid, shop.postgresPid]);
  for (const [name, make, { rounds = ROUNDS, ...traits } = {}] of calls) {
    for (let warm = 0; warm < WARM_CALLS; warm += 1) await timed(shop.shop, await make());
    const times = { ms: [], cpu: [], yardstick: [] };
    for (let round = 0; round < Math.min(rounds, ROUNDS); round += 1) {
      const call = await make();
      times.yardstick.push(yardstick());
      const before = cpu();
      times.ms.push(await timed(shop.shop, call));
      times.cpu.push(cpu() - before);
      if (call.then) await timed(shop.shop, call.then);
    }
    const cost = { tracks: size.tracks, ms: spread(times.ms), cpu: spread(times.cpu), yardstick: median(times.yardstick) };
    const row = table.get(name) ?? { name, ...traits, costs: [] };
    row.costs.push(cost);
    table.set(name, row);
    console.log(`${name.padEnd(NAME)}${inMs(cost.ms.median)}${inMs(cost.ms.p95)}${inMs(cost.cpu.median)}${inMs(cost.cpu.p95)}`);
    if (size.tracks === SIZES.at(-1) && size.tracks >= PLANS_FROM_TRACKS && cost.ms.median > SLOW_MS)
      await showPlans(shop, async () => timed(shop.shop, await make()));
  }
  return otherLoad();
}

/** Makes each call a few times without measuring it. @throws Error that names every call with an unexpected answer */
async function warmUp(shop, calls) {
  const failures = new Set();
  for (const [name, make] of calls)
    for (let warm = 0; warm < WARM_ROUNDS; warm += 1)
      await make()
        .then((call) => timed(shop.shop, call))
        .catch((error) => failures.add(`${name}: ${error.message}`));
  if (failures.size > 0) throw new Error(`These calls do not answer as they should:\n${[...failures].join('\n')}`);
}

async function callsOf(shop, size, { made, touched }) {
  const random = randomFrom(1 + size.tracks);
  const pick = (of) => (typeof of === 'number' ? Math.floor(random() * of) : of[Math.floor(random() * of.length)]);
  const middle = Math.ceil(buyersOf(size.orders) / 2);
  const [buyer, other, guest, seller] = await sessionsOf(shop, [middle, middle + 1, middle + 2, 1]);
  let last = FOR_SALE + size.tracks + 1;
  const calls = growthCalls({
    any: pick,
    track: () => {
      for (;;) {
        const id = FOR_SALE + 1 + pick(size.tracks);
        if (!touched.has(id)) return id;
      }
    },
    untouched: () => {
      touched.add((last -= 1));
      return last;
    },
    sold: () => 1 + pick(size.orders),
    order: () => (middle - 1) * ORDERS_EACH + 1 + pick(ORDERS_EACH),
    nth: counter(size.tracks),
    people: { buyer, other, guest, seller },
    ask: (call) => textOf(shop.shop, call),
    approve: shop.approve,
    async deliver(packageId) {
      const [{ id }] = await shop.query(
        'catalog',
        'UPDATE products SET package_id = $1 WHERE id = (SELECT max(id) FROM products WHERE id < $2) RETURNING id',
        [packageId, FOR_SALE],
      );
      return new URL(deliveryAddress(shop, { packageId, orderId: id })).pathname;
    },
  });
  return calls.map(([name, make, traits]) => [
    name,
    async () => {
      const call = await make();
      // As the shop has it, HEAD is the same call as GET.
      made.add(`${call.method.replace('HEAD', 'GET')} ${call.path.split('?')[0]}`);
      return call;
    },
    traits,
  ]);
}

/** A counter whose numbers are not used at any other size. */
function counter(size) {
  let last = size * 1000;
  return () => (last += 1);
}

/** Sessions of people whose rows exist already; they get a password. */
async function sessionsOf(shop, people) {
  const { hashPassword } = await import('../services/identity/dist/credentials/hash.js');
  const buyers = await makeBuyers(shop, people.length);
  const hash = await hashPassword(PASSWORD);
  const sessions = [];
  for (const [at, { token, id }] of buyers.entries()) {
    const person = people[at];
    const userId = PEOPLE_FROM + person;
    await shop.query('identity', 'UPDATE sessions SET user_id = $1 WHERE user_id = $2', [userId, id]);
    await shop.query('identity', 'DELETE FROM users WHERE id = $1', [id]);
    await shop.query('identity', 'UPDATE users SET password_hash = $2 WHERE id = $1', [userId, hash]);
    sessions.push({ id: userId, person, email: `person${person}@example.com`, token });
  }
  return sessions;
}

async function timed(shop, call) {
  const began = performance.now();
  await textOf(shop, call);
  return performance.now() - began;
}

async function textOf(shop, { method, path, body, headers, session, refused = false }) {
  const isJson = body !== undefined && !(body instanceof FormData || body instanceof Uint8Array);
  const answer = await fetch(`${shop}${path}`, {
    method,
    headers: {
      ...(session && { authorization: `Bearer ${session.token}` }),
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
    },
    redirect: 'manual',
    body: isJson ? JSON.stringify(body) : body,
  });
  const text = await answer.text();
  const isRefused = answer.status >= 400 && answer.status < 429 && !(session && answer.status === 401);
  const fits = refused ? isRefused : answer.status < 400;
  if (!fits) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
  return text;
}

/** Makes a slow call again and prints Postgres' plans of its statements. */
async function showPlans({ query }, again) {
  const set = async (settings) => {
    for (const [name, value] of Object.entries(settings)) await query('postgres', `ALTER SYSTEM SET ${name} = '${value}'`);
    await query('postgres', 'SELECT pg_reload_conf()');
    await pause(500);
  };
  const log = async () => (await query('postgres', 'SELECT pg_read_file(pg_current_logfile()) AS text'))[0].text;
  await set({ 'auto_explain.log_min_duration': PLAN_OF_MS, 'auto_explain.log_analyze': 'on' });
  const before = (await log()).length;
  await again();
  await pause(500);
  console.log((await log()).slice(before) || `  no statement takes ${PLAN_OF_MS} ms: the time is spent outside of Postgres`);
  await set({ 'auto_explain.log_min_duration': -1, 'auto_explain.log_analyze': 'off' });
}

/** Prints the memory of the largest shop's process, and the size of each database. */
async function showSizes({ query, pid }) {
  console.log(`\nMemory of the shop's one process: ${memoryOf(pid).get(String(pid))?.toFixed(0)} MB`);
  for (const { name, bytes } of await query(
    'postgres',
    `SELECT datname AS name, pg_database_size(datname)::float8 AS bytes FROM pg_database WHERE NOT datistemplate ORDER BY 2 DESC`,
  ))
    console.log(`  ${name.padEnd(16)}${(bytes / 1e6).toFixed(0).padStart(8)} MB`);
}

const FIXED_WORK = JSON.stringify(Array.from({ length: 2000 }, (_, n) => ({ id: n, name: `Track number ${n}`, tempo: n / 7 })));

/** Milliseconds of CPU that a fixed piece of work takes now. It costs more while other processes use the same cores and caches. */
function yardstick() {
  const before = process.cpuUsage();
  JSON.parse(FIXED_WORK);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Scales the CPU of all calls down to the quietest moment of the run, by the yardstick beside each.
 * @returns how many times more the yardstick cost at the busiest moment
 */
function level(rows) {
  const costs = rows.flatMap((row) => row.costs);
  const least = Math.min(...costs.map((cost) => cost.yardstick));
  for (const cost of costs) for (const name of ['quarter', 'median', 'p95']) cost.cpu[name] *= least / cost.yardstick;
  return Math.max(...costs.map((cost) => cost.yardstick)) / least;
}

/**
 * Prints the table and the verdicts. A call grows if the lower quartile of its CPU grows: other work on the machine disturbs that
 * figure least.
 */
function report(table, calls, otherLoad) {
  const rows = [...table.values()];
  const uneven = level(rows);
  const cells = (row) => row.costs.map(({ ms, cpu }) => `${inMs(ms.median)}${inMs(ms.p95)}${inMs(cpu.median)}`).join('  ');
  console.log(`\n${'median, p95 and CPU in ms'.padEnd(NAME)}${SIZES.map((size) => inWords(size).padStart(24)).join('  ')}`);
  for (const row of rows)
    console.log(
      `${row.name.padEnd(NAME)}${cells(row)}  ${growsTooFast(row) ? (row.grows ? 'grows, as it may' : 'GROWS') : ''}`.trimEnd(),
    );

  const growing = rows.filter((row) => !row.grows && growsTooFast(row));
  const quiet = otherLoad < QUIET;
  const p95 = ({ costs }) => (quiet ? costs.at(-1).ms.p95 : costs.at(-1).cpu.p95);
  const slow = rows.filter((row) => row.search && p95(row) > SEARCH_MS);
  const forgotten = notIn(calls);
  console.log(
    `\nOther processes used ${Math.round(otherLoad * 100)} % of a core while the last size was measured; a fixed piece of work cost up to ${uneven.toFixed(1)} times its least CPU.`,
  );
  say(growing, 'No call but lists and counts grows faster than the logarithm of the tracks: met', 'grow faster, and should not');
  say(
    slow,
    `95 % of searches within ${SEARCH_MS} ms${quiet ? '' : ' of CPU (the machine is too busy to judge the time)'}: met`,
    `take more than ${SEARCH_MS} ms`,
  );
  say(forgotten, 'Every public and account call is measured', 'are not measured');
  const met = growing.length + slow.length + forgotten.length === 0;
  console.log(`Target ${met ? 'met' : 'missed'}`);
  return met;
}

const say = (calls, well, otherwise) =>
  console.log(calls.length === 0 ? well : `${calls.map(({ name }) => name).join(', ')}: ${otherwise}`);

/** Calls that no bench can repeat, and why. */
const NOT_MEASURED = { '/api/products/events': 'a stream of news stays open for a whole visit, so it has no end' };

/** The public and account calls of the contracts that were never made. */
function notIn(calls) {
  const routes = Object.values(contracts)
    .flatMap((group) => Object.values(group ?? {}))
    .filter((route) => route?.path && route.method);
  const fits = ({ method, path }, call) =>
    new RegExp(`^${method} ${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`, 'i').test(call);
  const params = ({ path }) => path.split(':').length;
  // `/api/products/search` also fits `/api/products/:id`, so the route with the fewest parameters counts.
  const reached = new Set(
    [...calls].map((call) => routes.filter((route) => fits(route, call)).sort((a, b) => params(a) - params(b))[0]),
  );
  const open = routes.filter(
    ({ who, path }) => (who === 'anyone' || who === 'user' || who.users || who.owner) && !(path in NOT_MEASURED),
  );
  const names = new Set(open.filter((route) => !reached.has(route)).map(({ method, path }) => `${method} ${path}`));
  return [...names].map((name) => ({ name }));
}

function growsTooFast({ costs }) {
  const [first, last] = [costs[0], costs.at(-1)];
  const allowed = Math.log(last.tracks) / Math.log(first.tracks);
  return last.cpu.quarter > first.cpu.quarter * allowed + NOISE_MS;
}

function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    quarter: sorted[Math.floor(sorted.length / 4)],
    median: median(sorted),
    p95: sorted[Math.ceil(sorted.length * 0.95) - 1],
  };
}

const NAME = 38;
const inMs = (ms) => ms.toFixed(1).padStart(8);
const inWords = (number) => number.toLocaleString('en');

/** Random numbers from 0 to 1, the same in each run. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
