import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { seriousFlawsAsItIs } from '../../parts/flaws';

const web = join(__dirname, '../../../web');
let server: ChildProcess;
let address = '';

// the page exists in development only, so it is asked of the development server
test.beforeAll(async () => {
  const vite = join(__dirname, '../../../node_modules/vite/bin/vite.js');
  server = spawn(process.execPath, [vite, '--port', '0', '--clearScreen', 'false'], {
    cwd: web,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  server.stdout!.on('data', (part: Buffer) => (output += part.toString()));
  await expect.poll(() => (address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? ''), { timeout: 60_000 }).not.toBe('');
});
test.afterAll(async () => {
  server.kill();
  await once(server, 'exit');
});

test('every part of the interface is within everybody’s reach in every state', async ({ page }) => {
  await page.goto(`${address}/ui`);
  // the development server prepares the packages on the first visit, and may load the page again after it
  await expect(page.getByRole('heading', { name: 'Parts of the interface' })).toBeVisible({ timeout: 90_000 });
  await page.waitForLoadState('networkidle');
  await seriousFlawsAsItIs(page, '/ui');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

  for (const kind of ['plain', 'wide', 'sheet', 'page', 'staying', 'form', 'disabled', 'danger', 'busy']) {
    await page.getByRole('button', { name: `Open ${kind} dialog` }).click();
    await expect(page.getByRole('dialog', { name: `A ${kind} dialog` })).toBeVisible();
    await seriousFlawsAsItIs(page, `the ${kind} dialog of /ui`, '[role=dialog]');
    // what is being sent cannot be left, so this one is the last
    if (kind !== 'busy') await page.getByRole('button', { name: 'Close' }).click();
  }

  await page.goto(`${address}/ui`);
  await page.getByRole('combobox', { name: 'Genre', exact: true }).click();
  await expect(page.getByRole('listbox', { name: 'Genre', exact: true }).getByRole('option', { name: 'House' })).toBeVisible();
  await seriousFlawsAsItIs(page, 'the open choices of /ui', '[role=listbox]');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Actions for Nightfall' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View', 'Publish', 'Reject']);
  await seriousFlawsAsItIs(page, 'the open menu of /ui', '[role=menu]');
});
