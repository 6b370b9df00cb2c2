import { expect, type Page } from '@playwright/test';

const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, audio, [tabindex="0"]';
/** Of a long list the rows after these are alike. */
const MOST_STOPS = 45;

/**
 * Presses Tab through the open page: every stop is seen, and there is always one until the page ends. `whole` begins at its top, else the
 * link that skips to the content is taken, and what stands around it is left out.
 */
export async function expectVisibleFocus(page: Page, where: string, whole: boolean) {
  const flaws: string[] = [];
  if (!whole) {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  }
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const { end, flaw } = await page.evaluate(stopped, { controls: CONTROLS, whole });
    if (flaw) flaws.push(flaw);
    if (end) break;
  }
  expect(flaws, `the focus on ${where}`).toEqual([]);
}

/** In the page: what is wrong with the place where the focus is; `end` when it has left the last control. */
async function stopped({ controls, whole }: { controls: string; whole: boolean }): Promise<{ end: boolean; flaw?: string }> {
  const memory = window as { lastStop?: Element };
  const here = document.activeElement;
  const last = memory.lastStop;
  if (!here || here === document.body) {
    delete memory.lastStop;
    const group = (one: Element) => (one instanceof HTMLInputElement && one.type === 'radio' ? one.name : '');
    const next =
      last &&
      [...document.querySelectorAll<HTMLElement>(controls)].find(
        (one) =>
          one.tabIndex >= 0 &&
          !one.matches(':disabled') &&
          !one.closest('[inert]') &&
          one.checkVisibility({ visibilityProperty: true }) &&
          (last.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
          !(group(one) && group(one) === group(last)),
      );
    if (!last?.isConnected) return { end: true, flaw: 'it fell to the body' };
    return next ? { end: true, flaw: `it fell to the body before ${next.outerHTML.slice(0, 120)}` } : { end: true };
  }
  if (!whole && !here.closest('main')) return { end: true };
  memory.lastStop = here;
  // a page that came just now begins at its heading, which is no stop
  if (here.matches('main, h1')) return { end: false };

  const name = here.outerHTML.replace(/\s+/g, ' ').slice(0, 140);
  // a slider's mark is on its thumb, and the browser marks the parts of a date itself
  if (here.matches('input[type=range], input[type=date]')) return { end: false };
  // a control that is drawn by its label or its frame stands there
  const around = [here, here.nextElementSibling, here.parentElement, here.parentElement?.parentElement].filter(
    (one) => one !== null,
  );
  const marked = around.some((one) => {
    if (!one) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  });
  if (!marked) return { end: false, flaw: `no mark: ${name}` };
  const drawn = here.matches('.visually-hidden, input[type=checkbox], input[type=radio], input[type=file]')
    ? (here.closest('label') ?? here)
    : here;
  const isSeen = () =>
    [...drawn.getClientRects()].some(({ left, right, top, bottom }) => {
      const [x0, x1] = [Math.max(0, left), Math.min(innerWidth, right)];
      const [y0, y1] = [Math.max(0, top), Math.min(innerHeight, bottom)];
      if (x1 - x0 < 4 || y1 - y0 < 4) return false;
      return [0.5, 0.15, 0.85].some((part) => {
        const above = document.elementFromPoint(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part);
        return above !== null && (drawn.contains(above) || above.contains(drawn));
      });
    });
  // a page that still grows scrolls after the focus
  for (let look = 0; look < 10 && !isSeen(); look += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  return isSeen() ? { end: false } : { end: false, flaw: `out of sight: ${name}` };
}
