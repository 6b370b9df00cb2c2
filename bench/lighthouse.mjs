import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../infra/local/ensure-installed.mjs';
import { findBrowser } from '../test/run/programs.mjs';
import { median } from './shop.mjs';

/** Fetched when it is asked for: it is larger than the rest of the tools together. 13 needs Node 22. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const TARGET = 95;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const PORT = 18184;
const SHOP = `http://localhost:${PORT}`;

/** Lighthouse's presets: a computer on a fast line, and a phone of the middle class on slow 4G, simulated. */
const DEVICES = { computer: ['--preset=desktop'], phone: [] };

/** Lighthouse's four marks for the pages that are found by strangers. Answers whether all reach the target. */
export async function run() {
  const browser = await findBrowser({ install: true });
  if (browser.missing) {
    console.log(`Nothing was measured: ${browser.missing}`);
    return false;
  }
  const folder = mkdtempSync(join(tmpdir(), 'shop-lighthouse-'));
  const shop = spawn(process.execPath, [join(root, 'infra/local/dist/main.js')], {
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      PORT: String(PORT),
      PUBLIC_URL: SHOP,
      MAIL_INBOX_PORT: '18185',
      PAYPAL_SIMULATOR_PORT: '18186',
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => shop.once('exit', resolve));
  try {
    const [track] = await firstTracks(shop);
    let met = true;
    const runs = Object.entries(DEVICES).flatMap(([device, flags]) =>
      ['/', '/shop', `/track/${track.id}`].map((path) => ({ name: `${path} on a ${device}`, path, flags })),
    );
    console.log(`${'median of ' + ROUNDS}`.padEnd(24), ...CATEGORIES.map((category) => category.padStart(15)), '   layout shift');
    for (const { name, path, flags } of runs) {
      const reports = [];
      for (let round = 0; round < ROUNDS; round += 1)
        reports.push(await audit({ browser: browser.path, url: SHOP + path, folder, flags }));
      const marks = CATEGORIES.map((category) =>
        Math.round(median(reports.map(({ categories }) => categories[category].score)) * 100),
      );
      const shift = median(reports.map(({ audits }) => audits['cumulative-layout-shift'].numericValue));
      console.log(name.padEnd(24), ...marks.map((mark) => String(mark).padStart(15)), shift.toFixed(3).padStart(15));
      for (const flaw of flawsOf(reports.at(-1))) console.log(`  ${flaw}`);
      met &&= marks.every((mark) => mark >= TARGET);
    }
    console.log(`Target: ${TARGET} each. ${met ? 'Met.' : 'Missed.'}`);
    return met;
  } finally {
    shop.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function firstTracks(shop) {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (shop.exitCode !== null) throw new Error('The shop did not start; what is wrong stands above.');
    const ready = await fetch(`${SHOP}/api/config`).catch(() => null);
    if (ready?.ok) return (await fetch(`${SHOP}/api/products`)).json();
    await pause(300);
  }
  throw new Error('The shop was not ready within three minutes.');
}

/** Under load Chromium now and then loses the beginning of a recording: that one is made again. */
async function audit(what, attempt = 1) {
  const report = await recording(what);
  if (report.runtimeError && attempt < 3) return audit(what, attempt + 1);
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  return report;
}

function recording({ browser, url, folder, flags }) {
  const output = join(folder, 'report.json');
  rmSync(output, { force: true });
  const chrome = '--headless=new --no-sandbox --disable-gpu --disable-quic --disable-dev-shm-usage';
  const args = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, '--quiet', '--output=json'];
  args.push(`--output-path=${output}`, `--chrome-flags=${chrome}`, `--only-categories=${CATEGORIES.join(',')}`, ...flags);
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, { env: { ...process.env, CHROME_PATH: browser }, stdio: ['ignore', 'ignore', 'pipe'] });
    let words = '';
    child.stderr.on('data', (chunk) => (words += chunk));
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 || existsSync(output)
        ? resolve(JSON.parse(readFileSync(output, 'utf8')))
        : reject(new Error(`Lighthouse failed.\n${words}`)),
    );
  });
}

/** What costs marks, in Lighthouse's own words. */
const flawsOf = ({ categories, audits }) =>
  CATEGORIES.flatMap((category) =>
    categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
      .map(({ id }) => `${category}: ${audits[id].title}${audits[id].displayValue ? ` (${audits[id].displayValue})` : ''}`),
  );
