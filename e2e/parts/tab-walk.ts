import { expect, type Page } from '@playwright/test';

const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, audio, [tabindex="0"]';
/** After so many stops of the focus a page repeats itself: further rows of a list are like those before. */
const MOST_STOPS = 45;

/**
 * Presses Tab through the open page, and expects that the focus can be seen at every stop and is not lost before the last
 * control. `whole` begins at the top of the page; otherwise it takes the link that skips to the content, and leaves out the
 * header and the footer.
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

/** In the page: `flaw` says what is wrong with the place of the focus; `end` is true when the focus has left the last control. */
async function stopped({ controls, whole }: { controls: string; whole: boolean }): Promise<{ end: boolean; flaw?: string }> {
  const memory = window as { lastStop?: Element };
  const here = document.activeElement;
  const last = memory.lastStop;
  if (!here || here === document.body) {
    delete memory.lastStop;
    const group = (element: Element) => (element instanceof HTMLInputElement && element.type === 'radio' ? element.name : '');
    const next =
      last &&
      [...document.querySelectorAll<HTMLElement>(controls)].find(
        (element) =>
          element.tabIndex >= 0 &&
          !element.matches(':disabled') &&
          !element.closest('[inert]') &&
          element.checkVisibility({ visibilityProperty: true }) &&
          (last.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
          !(group(element) && group(element) === group(last)),
      );
    if (!last?.isConnected) return { end: true, flaw: 'it fell to the body' };
    return next ? { end: true, flaw: `it fell to the body before ${next.outerHTML.slice(0, 120)}` } : { end: true };
  }
  if (!whole && !here.closest('main')) return { end: true };
  memory.lastStop = here;
  // a page that was just opened has the focus on its heading, which is no control and needs no mark
  if (here.matches('main, h1')) return { end: false };

  const name = here.outerHTML.replace(/\s+/g, ' ').slice(0, 140);
  // these show the focus where this check cannot see it: a slider on its thumb, a date field on the part that is edited, and a browser's
  // player, behind the stop that is itself, on its buttons
  if (here.matches('input[type=range], input[type=date]') || (here === last && here.matches('audio'))) return { end: false };
  // some controls are hidden, and their label or frame is drawn instead and shows the mark
  const around = [here, here.nextElementSibling, here.parentElement, here.parentElement?.parentElement].flatMap(
    (element) => element ?? [],
  );
  const marked = around.filter((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  });
  if (marked.length === 0) return { end: false, flaw: `no mark: ${name}` };
  // an element that hides what sticks out of it, so that no line of the mark is left
  const isCut = (element: Element) => {
    const { outlineOffset } = getComputedStyle(element);
    const edge = element.getBoundingClientRect();
    const offset = Number.parseFloat(outlineOffset);
    for (let frame = element.parentElement; frame && frame !== document.body; frame = frame.parentElement) {
      const box = frame.getBoundingClientRect();
      const hides = ['hidden', 'clip'].includes(getComputedStyle(frame).overflowY) && frame.clientHeight > 1;
      if (hides && edge.top - offset <= box.top && edge.bottom + offset >= box.bottom) return true;
    }
    return false;
  };
  if (marked.every(isCut)) return { end: false, flaw: `its mark is cut off: ${name}` };
  const visiblePart = here.matches('.visually-hidden, input[type=checkbox], input[type=radio], input[type=file]')
    ? (here.closest('label') ?? here)
    : here;
  const isSeen = () =>
    [...visiblePart.getClientRects()].some(({ left, right, top, bottom }) => {
      const [x0, x1] = [Math.max(0, left), Math.min(innerWidth, right)];
      const [y0, y1] = [Math.max(0, top), Math.min(innerHeight, bottom)];
      if (x1 - x0 < 4 || y1 - y0 < 4) return false;
      return [0.5, 0.15, 0.85].some((part) => {
        const above = document.elementFromPoint(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part);
        return above !== null && (visiblePart.contains(above) || above.contains(visiblePart));
      });
    });
  // while the page still grows, it scrolls to the focus a little later
  for (const deadline = performance.now() + 30_000; !isSeen(); await new Promise(requestAnimationFrame))
    if (performance.now() > deadline) return { end: true, flaw: `out of sight: ${name}` };
  return { end: false };
}
