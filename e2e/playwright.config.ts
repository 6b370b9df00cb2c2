import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { SHOP, SHOPS } from './addresses';
import { dataDirOf, shopEnvironment } from './shop-environment';

const chromium =
  process.env.CHROMIUM_PATH ??
  ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`).find(existsSync);
// The folder of the run's data. Every worker reads this file anew, and finds the first one's folder in the environment.
const shops = (process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'shop-e2e-')));

export default defineConfig({
  testDir: 'journeys',
  globalTeardown: './no-bugs.ts',
  // each worker runs its journeys one after another, against a shop of its own
  workers: SHOPS.length,
  // limits for what hangs, far above what a busy machine needs
  timeout: 480_000,
  expect: { timeout: 90_000 },
  // The summary names a journey that passed only the second time: it is a fault to find.
  retries: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? 1 : 0,
  outputDir: '../test-results',
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    baseURL: SHOP,
    // less than a journey's time, so that a click that finds nothing says what it waited for
    actionTimeout: 90_000,
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
        '--host-resolver-rules=MAP plain.test 127.0.0.1',
      ],
    },
  },
  // A journey runs in both widths. One that does not depend on the width has the tag of the only width to run in.
  projects: [
    { name: 'wide', grepInvert: /@narrow/, use: { viewport: { width: 1280, height: 900 } } },
    { name: 'narrow', grepInvert: /@wide/, use: { viewport: { width: 360, height: 740 }, hasTouch: true } },
  ],
  webServer: SHOPS.map((ports, at) => ({
    command: 'node parts/kept-shop.mjs',
    url: `http://localhost:${ports.shop}/api/config`,
    timeout: 900_000,
    reuseExistingServer: process.env.CI === undefined,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    env: shopEnvironment(dataDirOf(shops, at), ports),
  })),
});
