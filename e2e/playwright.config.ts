import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { SHOP, SHOPS } from './addresses';
import { dataDirOf, shopEnvironment } from './shop-environment';

const chromium =
  process.env.CHROMIUM_PATH ??
  ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`).find(existsSync);
// one folder for the whole run: the config is read again by every worker
const shops = (process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'shop-e2e-')));

export default defineConfig({
  testDir: 'journeys',
  globalTeardown: './no-bugs.ts',
  // each walks its journeys one after another, against a shop of its own
  workers: SHOPS.length,
  // one that passes only when repeated is told in the summary of the run, and wants a look
  retries: process.env.CI === undefined ? 0 : 2,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  outputDir: '../test-results',
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    baseURL: SHOP,
    // a recording takes a fifth of the processor's time, so only what is repeated has one; `--trace on` asks for it
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
  // A journey that a width changes nothing for is tagged with the one that walks it.
  projects: [
    { name: 'wide', grepInvert: /@narrow/, use: { viewport: { width: 1280, height: 900 } } },
    { name: 'narrow', grepInvert: /@wide/, use: { viewport: { width: 360, height: 740 }, hasTouch: true } },
  ],
  webServer: SHOPS.map((ports, at) => ({
    command: 'node ../infra/local/dist/main.js',
    url: `http://localhost:${ports.shop}/api/config`,
    timeout: 900_000,
    reuseExistingServer: process.env.CI === undefined,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    env: shopEnvironment(dataDirOf(shops, at), ports),
  })),
});
