import { chromium } from '@playwright/test';
import { findBrowser } from '../test/run/programs.mjs';
import { median, openShop } from './shop.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const TARGET_MS = 100;
/** Every answer is held back for this long, so anything that shows before is feedback. */
const DELAY_MS = 2000;
const LINKS = ['Shop', 'Service', 'FAQ', 'Contact', 'Home'];

/**
 * Measures the time from a click on a link to the first visible feedback, on a slow line.
 * @returns whether every median meets the target
 */
export async function run() {
  const found = await findBrowser({ install: true });
  if (found.missing) {
    console.log(`Nothing was measured: ${found.missing}`);
    return false;
  }
  const { shop, close } = await openShop();
  const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const times = Object.fromEntries(LINKS.map((name) => [name, []]));
    for (let round = 0; round < ROUNDS; round += 1) await visit(browser, shop, times);
    console.log(`median of ${ROUNDS}, ms from the click to the loading bar, the skeleton or the page`);
    for (const name of LINKS) console.log(`${name.padEnd(10)}${String(Math.round(median(times[name]))).padStart(6)}`);
    const met = LINKS.every((name) => median(times[name]) <= TARGET_MS);
    console.log(`Target: ${TARGET_MS} ms each. ${met ? 'Met.' : 'Missed.'}`);
    return met;
  } finally {
    await browser.close();
    await close();
  }
}

/** One visitor with an empty cache clicks one link after the other. */
async function visit(browser, shop, times) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(() => sessionStorage.setItem('announcementsDismissed', 'true'));
  await page.goto(`${shop}/terms-and-conditions`);
  // Until the app is there, a link loads its page anew, and nothing of this page would see it.
  await page.locator('#root[data-alive]').waitFor();
  await page.route('**/*', async (route) => {
    await new Promise((passed) => setTimeout(passed, DELAY_MS));
    await route.continue().catch(() => {});
  });
  await page.evaluate(watchFeedback);
  for (const name of LINKS) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
    const ms = await page.evaluate(() => globalThis.feedback);
    if (typeof ms !== 'number') throw new Error(`The click on ${name} was not seen`);
    times[name].push(ms);
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' });
  }
  await context.close();
}

/**
 * Runs in the page: after each click, `feedback` becomes the milliseconds until the first frame that shows a bar, a skeleton or
 * another heading.
 */
function watchFeedback() {
  const hasReacted = (headingBefore) =>
    [...document.querySelectorAll('[role="progressbar"], [aria-busy="true"]')].some((element) =>
      element.checkVisibility({ opacityProperty: true }),
    ) || document.querySelector('h1')?.textContent !== headingBefore;
  addEventListener(
    'click',
    () => {
      const [pressed, shown] = [performance.now(), document.querySelector('h1')?.textContent];
      globalThis.feedback = new Promise((resolve) => {
        const look = () => (hasReacted(shown) ? resolve(performance.now() - pressed) : requestAnimationFrame(look));
        requestAnimationFrame(look);
      });
    },
    true,
  );
}
