import { spawn, type ChildProcess } from 'node:child_process';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { makeDataDir, removeDataDir } from '@shop/local';
import { freePort } from '@shop/local/run-command';
import { expectAlive } from '../../parts/alive';

const root = join(__dirname, '../../..');
const BUILD = join(root, 'web/dist');

/** The same pages as another build would name them: every hash is another one. */
async function anotherBuild(mark: string): Promise<string> {
  const build = join(dataDir, `build-${mark}`);
  await cp(BUILD, build, { recursive: true });
  const hashed = (await readdir(join(build, 'assets'))).filter((name) => /-[\w-]{7,8}\.(js|css)$/.test(name));
  const renamed = new Map(hashed.map((name) => [name, name.replace(/\.(js|css)$/, `${mark}.$1`)]));
  const names = new RegExp(hashed.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  for (const file of await readdir(build, { recursive: true })) {
    if (!/\.(js|css|html|json)$/.test(file)) continue;
    const path = join(build, file);
    await writeFile(
      path,
      (await readFile(path, 'utf8')).replace(names, (name) => renamed.get(name)!),
    );
  }
  for (const [name, other] of renamed) await rename(join(build, 'assets', name), join(build, 'assets', other));
  return build;
}

let dataDir: string;
let running: ChildProcess | undefined;
let env: Record<string, string>;
test.beforeEach(async () => {
  dataDir = await makeDataDir();
  const ports = { PORT: await freePort(), MAIL_INBOX_PORT: await freePort(), PAYPAL_SIMULATOR_PORT: await freePort() };
  env = {
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    DATA_DIR: dataDir,
  };
});
test.afterEach(async () => {
  await stop();
  await removeDataDir(dataDir);
});

/** A shop of its own, at the same address each time, whose pages are those of the build. */
async function start(build: string): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'infra/local/dist/main.js'), '--no-demo'], {
    env: { ...process.env, ...env, WEB_DIR: build },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running = child;
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
  const url = `http://localhost:${env.PORT}`;
  const state = async () => {
    if (child.exitCode !== null) return `ended with ${child.exitCode}: ${complaint}`;
    // Until the gateway can render pages, browsers do.
    const page = await fetch(`${url}/contact`).then((answer) => answer.text(), String);
    return page.includes('data-app=') ? 'ready' : `not yet: ${complaint}`;
  };
  await expect.poll(state, { timeout: 120_000 }).toBe('ready');
  return url;
}

async function stop() {
  const child = running;
  running = undefined;
  if (!child || child.exitCode !== null) return;
  await new Promise<void>((ended) => {
    child.once('exit', () => ended());
    child.kill('SIGTERM');
  });
}

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
const loadedEntry = (page: Page) => page.locator('#root').getAttribute('data-app');

test(
  'a visit goes on through a restart on a new build, and is taken over when the old one is gone',
  { tag: '@wide' },
  async ({ page }) => {
    test.slow(); // starts a shop three times
    const url = await start(BUILD);
    await page.goto(`${url}/contact`);
    await expectAlive(page); // its own code has come before the shop goes
    await page.evaluate(() => void Object.assign(window, { sameVisit: true }));
    const loads: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && loads.push(new URL(request.url()).pathname));
    const lost: string[] = [];
    page.on('response', (answer) => answer.status() === 404 && lost.push(new URL(answer.url()).pathname));

    await stop();
    await start(await anotherBuild('second'));
    await goTo(page, 'FAQ');
    await expect(page).toHaveTitle(/^FAQ/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect([loads, lost]).toEqual([[], []]);
    expect(await page.evaluate(() => 'sameVisit' in window)).toBe(true);

    // a week later nobody keeps the first release any more
    await stop();
    await rm(join(dataDir, 'releases'), { recursive: true });
    await start(await anotherBuild('third'));
    await goTo(page, 'Service');
    await expect.poll(() => loads).toEqual(['/service']);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await loadedEntry(page)).toMatch(/third\.js$/);
  },
);
