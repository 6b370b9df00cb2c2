import { expect, type Page } from '@playwright/test';
import { settled } from './settled';

const SMALL = { width: 320, height: 640 };
/** What is left of a window of 1280 by 1024 pixels at 400 % zoom. */
const ZOOMED = { width: 320, height: 256 };
/** The largest part of the window's height that may be covered by what stays in place while the page scrolls. */
const MOST_COVERED = 0.4;
const CONTROLS = 'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=slider], [role=tab]';

/**
 * Expects of the open page that it does not scroll sideways at 320 pixels, that enough of the window is left for its content at
 * 400 % zoom, and that every control can be seen in forced colours.
 */
export async function expectComfort(page: Page, where: string) {
  const before = page.viewportSize()!;
  await page.setViewportSize(SMALL);
  await settled(page);
  expect(await page.evaluate(wider), `what ${where} is wider than 320 pixels`).toEqual([]);

  await page.setViewportSize(ZOOMED);
  await settled(page);
  expect(await page.evaluate(covered), `how much of the window stays covered on ${where} at 400 %`).toBeLessThanOrEqual(
    MOST_COVERED,
  );

  await page.setViewportSize(before);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await unseenControls(page), `controls on ${where} in forced colours`).toEqual([]);
  await page.emulateMedia({ forcedColors: null });
}

async function unseenControls(page: Page): Promise<string[]> {
  for (;;) {
    await settled(page);
    const picture = await pictureOf(page);
    const flaws = await page.evaluate(unseen, { picture, controls: CONTROLS });
    // when the page has changed between the picture and the check, both are made again
    if (flaws.length === 0 || picture === (await pictureOf(page))) return flaws;
  }
}

const pictureOf = async (page: Page) => (await page.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64');

/** In the page: the elements that reach beyond the window's right edge; none when the page cannot be scrolled there. */
function wider(): string[] {
  const width = window.innerWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const over = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > width + 0.5);
  return [
    `${document.documentElement.scrollWidth} px`,
    ...over.slice(0, 5).map(({ tagName, className }) => `${tagName}.${String(className)}`),
  ];
}

/** In the page, scrolled to its middle: the part of the window's height that is covered by elements that do not scroll along. */
function covered(): number {
  if (document.querySelector('[role="dialog"][data-state="open"]')) return 0; // an open dialog is the content
  window.scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' });
  const stays = (element: Element | null) => {
    if (element?.closest('.Toastify')) return false; // a toast goes away by itself
    for (let at = element; at; at = at.parentElement) {
      const { position } = getComputedStyle(at);
      if (position === 'fixed') return true;
      if (position === 'sticky' && at.getBoundingClientRect().height < window.innerHeight) return true;
    }
    return false;
  };
  const rows = Array.from({ length: 64 }, (_, row) => ((row + 0.5) / 64) * window.innerHeight);
  return rows.filter((y) => stays(document.elementFromPoint(window.innerWidth / 2, y))).length / rows.length;
}

/** In the page: the controls in the window that the picture shows in a single colour, so that nobody can see them. */
async function unseen({ picture, controls }: { picture: string; controls: string }): Promise<string[]> {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(image, 0, 0);
  const scale = image.naturalWidth / window.innerWidth;
  const isPlain = ({ left, top, width, height }: DOMRect) => {
    const pixels = context.getImageData(left * scale, top * scale, Math.max(1, width * scale), Math.max(1, height * scale)).data;
    for (let at = 4; at < pixels.length; at += 4)
      if (
        Math.abs(pixels[at]! - pixels[0]!) + Math.abs(pixels[at + 1]! - pixels[1]!) + Math.abs(pixels[at + 2]! - pixels[2]!) >
        96
      )
        return false;
    return true;
  };
  return [...document.querySelectorAll(controls)]
    .filter((control) => {
      const box = control.getBoundingClientRect();
      const inWindow = box.left >= 0 && box.top >= 0 && box.right <= window.innerWidth && box.bottom <= window.innerHeight;
      if (!inWindow || box.width < 4 || box.height < 4 || control.closest('.visually-hidden, [aria-hidden="true"]')) return false;
      if (control.matches(':disabled') || !control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        return false;
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return top !== null && (control.contains(top) || top.contains(control)) && isPlain(box);
    })
    .map((control) => control.outerHTML.slice(0, 120));
}
