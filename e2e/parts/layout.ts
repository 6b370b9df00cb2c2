import { expect, type Page } from '@playwright/test';
import { settled } from './settled';

/** The widths between a phone and a desk: the first one of the wide layout, tablets held upright, and half a large screen. */
const BETWEEN = [769, 800, 834, 900, 960, 1024];
const CONTROLS = 'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=slider], [role=tab]';
/** A text that is cut off still shows so many pixels of itself, some eight letters. */
const LEAST_SHOWN = 60;

/** Two of them, for pages of which the lists are measured at all: the tightest, and one where a list beside filters is tightest. */
export const TIGHTEST = [769, 960];
/** The width between them at which each control is also scrolled to: whether another one covers it does not change there. */
const SCROLLED = 769;

/**
 * Expects that the open page holds at these widths: by default a phone's page at its own, and any other also at each between a
 * phone and a desk.
 */
export async function expectRoom(page: Page, where: string, widths?: number[]) {
  const own = page.viewportSize()!;
  const isPhone = own.width < SCROLLED;
  for (const width of widths ?? (isPhone ? [own.width] : [own.width, ...BETWEEN])) {
    await page.setViewportSize({ ...own, width });
    await expectRoomAsItIs(page, `${where} at ${width} px`, { scrolls: isPhone || width === SCROLLED });
  }
  await page.setViewportSize(own);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
}

/**
 * Expects that the page as it is does not scroll sideways, that every control is in the window, whole and uncovered, that no word
 * is broken and no text lies over another, and that what is cut off still shows its beginning.
 */
export async function expectRoomAsItIs(page: Page, where: string, { scrolls = true } = {}) {
  await settled(page);
  expect(await page.evaluate(withoutRoom, { controls: CONTROLS, least: LEAST_SHOWN, scrolls }), where).toEqual([]);
}

/** iOS zooms into a field whose text is smaller when it gets the focus. */
const LEAST_TEXT = 16;

/** Expects that on a phone no browser zooms into a field of the page. */
export async function expectLargeFields(page: Page, where: string) {
  const small = await page
    .locator('input, select, textarea')
    .evaluateAll(
      (fields, least) =>
        fields.flatMap((field) =>
          Number.parseFloat(getComputedStyle(field).fontSize) < least ? field.outerHTML.slice(0, 120) : [],
        ),
      LEAST_TEXT,
    );
  expect(small, `fields of ${where} with text below ${LEAST_TEXT} px`).toEqual([]);
}

/** In the page: what does not have the room that it needs. */
function withoutRoom({ controls, least, scrolls }: { controls: string; least: number; scrolls: boolean }): string[] {
  const flaws = new Set<string>();
  const width = document.documentElement.clientWidth;
  const page = document.querySelector('[role="dialog"][data-state="open"]') ?? document.body;
  const named = (element: Element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent.trim();
    return `${element.tagName.toLowerCase()}.${String(element.getAttribute('class'))} "${name.slice(0, 40)}"`;
  };
  const all = [...page.querySelectorAll('*')];
  // only readers of a screen have these
  const hidden = all.filter((element) => getComputedStyle(element).clipPath !== 'none');
  // a text that is cut off on purpose
  const clips = (element: Element) => {
    const { textOverflow, overflowX, webkitLineClamp } = getComputedStyle(element);
    return (
      overflowX !== 'visible' && (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') && !element.matches('input, select')
    );
  };
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !element.closest('.visually-hidden, .Toastify, option') &&
    !hidden.some((frame) => frame.contains(element));
  const framesOf = (element: Element) => {
    const frames: Element[] = [];
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX, position } = getComputedStyle(at);
      if (overflowX !== 'visible') frames.push(at);
      if (position === 'fixed') break;
    }
    return frames;
  };

  if (document.documentElement.scrollWidth > width) flaws.add(`the page is ${document.documentElement.scrollWidth} px wide`);
  const visible = all.filter(isSeen);

  for (const control of visible.filter((element) => element.matches(controls))) {
    const { left, right, width: room } = control.getBoundingClientRect();
    const frames = framesOf(control);
    // a link in a text that is cut off on purpose is as long as the part that is shown
    if (frames.some(clips)) continue;
    const isCut = (frame: Element) => {
      const box = frame.getBoundingClientRect();
      return left < box.left - 1 || right > box.right + 1;
    };
    if (room < 8) flaws.add(`no width: ${named(control)}`);
    else if (left < -1 || right > width + 1) flaws.add(`outside the window: ${named(control)}`);
    else if (frames.some(isCut)) flaws.add(`cut off: ${named(control)}`);
  }
  // what gives way on purpose, so that something more important has its room
  const givesWay = (element: Element | null): boolean =>
    element !== null && (Number(getComputedStyle(element).flexShrink) > 1 || givesWay(element.parentElement));
  for (const element of visible)
    if (clips(element) && !givesWay(element) && element.clientWidth < Math.min(element.scrollWidth, least))
      flaws.add(`${element.clientWidth} px of ${named(element)}`);

  type Line = { text: Text; layer: Element; box: DOMRect };
  const lines: Line[] = [];
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    const holder = text.parentElement!;
    if (!text.data.trim() || holder.closest('svg, select, script, style, noscript') || !isSeen(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()];
    let layer: Element = holder;
    while (layer.parentElement && getComputedStyle(layer).position === 'static') layer = layer.parentElement;
    const frames = [holder, ...framesOf(holder)]
      .filter((frame) => getComputedStyle(frame).overflowX !== 'visible')
      .map((frame) => frame.getBoundingClientRect());
    const clip = [holder, holder.parentElement!].find(clips);
    if (clip?.textContent.trimStart().startsWith(text.data.trim()) && !givesWay(holder)) {
      range.setEnd(text, 1);
      const first = range.getBoundingClientRect();
      if (frames.some((frame) => first.left < frame.left - 1 || first.right > frame.right + 1))
        flaws.add(`its beginning is cut off: ${named(holder)}`);
    }
    for (const { left, right, top, bottom } of boxes) {
      const [x0, x1] = [Math.max(left, ...frames.map((f) => f.left)), Math.min(right, ...frames.map((f) => f.right))];
      const [y0, y1] = [Math.max(top, ...frames.map((f) => f.top)), Math.min(bottom, ...frames.map((f) => f.bottom))];
      if (x1 - x0 > 1 && y1 - y0 > 1) lines.push({ text, layer, box: new DOMRect(x0, y0, x1 - x0, y1 - y0) });
    }
    if (boxes.length < 2) continue;
    for (const word of text.data.matchAll(/(?<=^|\s)\p{L}{2,16}(?=\s|$)/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1) flaws.add(`broken: "${word[0]}" of ${named(holder)}`);
    }
  }
  lines.sort((a, b) => a.box.top - b.box.top);
  for (const [at, one] of lines.entries())
    for (const next of lines.slice(at + 1)) {
      if (next.box.top >= one.box.bottom) break;
      if (next.text === one.text || next.layer !== one.layer) continue;
      const across = Math.min(one.box.right, next.box.right) - Math.max(one.box.left, next.box.left);
      const down = Math.min(one.box.bottom, next.box.bottom) - next.box.top;
      if (across > 1 && down > Math.min(one.box.height, next.box.height) / 2)
        flaws.add(`"${one.text.data.trim().slice(0, 30)}" and "${next.text.data.trim().slice(0, 30)}" lie over each other`);
    }

  if (!scrolls) return [...flaws];
  // what stays while the page scrolls, as the player, covers by turns what is not in it
  const layerOf = (element: Element | null): Element | null =>
    element === null || ['fixed', 'sticky'].includes(getComputedStyle(element).position)
      ? element
      : layerOf(element.parentElement);
  for (const control of visible.filter((element) => element.matches(controls))) {
    control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, top, width: wide, height } = (framesOf(control).find(clips) ?? control).getBoundingClientRect();
    const above = document.elementFromPoint(left + wide / 2, top + height / 2);
    if (!above || (control.closest('label') ?? control).contains(above) || above.contains(control)) continue;
    const layer = layerOf(above);
    if (layer === null || layer === layerOf(control)) flaws.add(`covered by ${named(above)}: ${named(control)}`);
  }
  return [...flaws];
}
