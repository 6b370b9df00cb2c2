import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../infra/local/ensure-installed.mjs';
import { findBrowser } from '../test/run/programs.mjs';
import { closedAtInterrupt, median, openShop, temporaryFolder, whileFrozen } from './shop.mjs';

/** This bench has npm fetch it: it is larger than all other tools together. Version 13 needs Node 22. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const FETCHED = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse'];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const OLDER = (process.env.BENCH_OLDER ?? '').split(',').filter(Boolean);
/** The demo has 24 tracks for sale. */
const TRACKS = Number(process.env.BENCH_TRACKS ?? 24);
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const TARGETS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };

/** Lighthouse's presets: a computer on a fast line, and a mid-range phone on slow 4G, both simulated. */
const DEVICES = { computer: ['--preset=desktop'], phone: [] };

/**
 * Measures the pages that strangers find: Lighthouse's four marks, the time until the first words and the largest part show, and
 * the layout shift. Older builds (`BENCH_OLDER`) take turns with this one, which is measured while they are frozen.
 * @returns whether this build meets the targets
 */
export async function run() {
  const browser = await findBrowser({ install: true });
  if (browser.missing) {
    console.log(`Nothing was measured: ${browser.missing}`);
    return false;
  }
  const refusal = npmRefusal();
  if (refusal) {
    console.log(`Nothing was measured: npm cannot fetch ${LIGHTHOUSE}\n${refusal}`);
    return false;
  }
  const folder = temporaryFolder('shop-lighthouse-');
  const subjects = [];
  try {
    for (const [nth, build] of [root, ...OLDER].entries())
      subjects.push({ name: nth === 0 ? 'this build' : basename(build), ...(await openDemo(build, nth)) });
    const columns = [...CATEGORIES, 'first words', 'largest part', 'layout shift'];
    console.log(`median of ${ROUNDS}, ${TRACKS} tracks`.padEnd(40), ...columns.map((column) => column.padStart(14)));
    let met = true;
    for (const [device, flags] of Object.entries(DEVICES)) {
      for (const page of ['/', '/shop', '/track/{id}']) met = (await measure(page, device, flags)) && met;
    }
    console.log(`Target: ${TARGETS.performance} for performance, 100 for the rest. ${met ? 'Met.' : 'Missed.'}`);
    return met;
  } finally {
    for (const { close } of subjects) await close();
  }

  async function measure(page, device, flags) {
    for (const subject of subjects) subject.reports = [];
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { shop, pid, track, reports } of subjects) {
        const otherPids = subjects.flatMap((subject) => (subject.pid === pid ? [] : subject.pid));
        const url = shop + page.replace('{id}', track);
        reports.push(await whileFrozen(otherPids, () => audit({ browser: browser.path, url, folder, flags })));
      }
    const figures = subjects.map(({ name, reports }) => ({ name, ...figuresOf(reports) }));
    for (const { name, marks, times, shift } of figures)
      console.log(
        `${page} on a ${device}, ${name}`.padEnd(40),
        ...marks.map((mark) => String(mark).padStart(14)),
        ...times.map((ms) => `${Math.round(ms)} ms`.padStart(14)),
        shift.toFixed(3).padStart(14),
      );
    const [own, ...older] = figures;
    for (const { name, times } of older)
      console.log(`  first words ${(times[0] / own.times[0]).toFixed(2)} times as fast as in ${name}`);
    for (const flaw of flawsOf(subjects[0].reports.at(-1))) console.log(`  ${flaw}`);
    return CATEGORIES.every((category, at) => own.marks[at] >= TARGETS[category]);
  }
}

/** What npm says when it cannot fetch Lighthouse; null when it can, or has it. */
function npmRefusal() {
  const { status, stderr } = spawnSync('npm', [...FETCHED, '--version'], { encoding: 'utf8' });
  return status === 0 ? null : (stderr ?? '').trim();
}

/** The demo's shop with `TRACKS` tracks for sale; without a track, an empty shop. Further tracks are copies of the demo's, so that each has a cover. */
async function openDemo(build, nth) {
  const bench = await openShop({ RATE_LIMIT_SCALE: '1000' }, { folder: build, nth, demo: TRACKS > 0 });
  const shop = bench.shop.replace('127.0.0.1', 'localhost');
  const [{ count, first }] = await bench.query(
    'catalog',
    `SELECT count(*)::int, max(id) AS first FROM products WHERE claim = 'free'`,
  );
  if (TRACKS > count) {
    const columns = await bench.query(
      'catalog',
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'products' AND column_name NOT IN ('id', 'name')`,
    );
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    await bench.query(
      'catalog',
      `INSERT INTO products (id, name, ${names}) OVERRIDING SYSTEM VALUE
       SELECT 1000000 + row_number() OVER (), name || ' ' || n, ${names} FROM products, generate_series(1, $1) AS n
       WHERE claim = 'free' LIMIT $2`,
      [Math.ceil(TRACKS / count), TRACKS - count],
    );
    await bench.query('catalog', 'UPDATE product_list SET version = version + 1');
  }
  return { ...bench, shop, track: String(first) };
}

const figuresOf = (reports) => ({
  marks: CATEGORIES.map((category) => Math.round(median(reports.map(({ categories }) => categories[category].score)) * 100)),
  times: ['first-contentful-paint', 'largest-contentful-paint'].map((name) =>
    median(reports.map(({ audits }) => audits[name].numericValue)),
  ),
  shift: median(reports.map(({ audits }) => audits['cumulative-layout-shift'].numericValue)),
});

/** Under load Chromium sometimes loses the beginning of a recording; then it is made again, at most twice. */
async function audit(visit, attempt = 1) {
  const report = await recording(visit);
  if (report.runtimeError && attempt < 3) return audit(visit, attempt + 1);
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  return report;
}

function recording({ browser, url, folder, flags }) {
  const output = join(folder, 'report.json');
  rmSync(output, { force: true });
  const chrome = '--headless=new --no-sandbox --disable-gpu --disable-quic --disable-dev-shm-usage';
  const args = [...FETCHED, url, '--quiet', '--output=json'];
  args.push(`--output-path=${output}`, `--chrome-flags=${chrome}`, `--only-categories=${CATEGORIES.join(',')}`, ...flags);
  // A group of its own, so that an interrupt reaches Lighthouse behind npm and its shell: it then ends its browser.
  const child = spawn('npm', args, {
    env: { ...process.env, CHROME_PATH: browser },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const exit = new Promise((resolve, reject) => {
    let words = '';
    child.stderr.on('data', (chunk) => (words += chunk));
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 || existsSync(output)
        ? resolve(JSON.parse(readFileSync(output, 'utf8')))
        : reject(new Error(`Lighthouse failed.\n${words}`)),
    );
  });
  const interrupt = async () => {
    if (child.pid) process.kill(-child.pid, 'SIGINT');
    await exit.catch(() => {});
  };
  return closedAtInterrupt(interrupt, exit);
}

/** The audits that lower the marks, in Lighthouse's own words. */
const flawsOf = ({ categories, audits }) =>
  CATEGORIES.flatMap((category) =>
    categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
      .map(({ id }) => `${category}: ${audits[id].title}${audits[id].displayValue ? ` (${audits[id].displayValue})` : ''}`),
  );
