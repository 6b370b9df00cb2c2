import { expect, type Page } from '@playwright/test';

const CONTROLS = 'a[href], button, summary, [role="button"], [role="tab"], label:has(input)';
/** The states in which a control looks different: at rest, under the pointer, with the focus, and pressed. */
const STATES = [[], ['hover'], ['focus', 'focus-visible'], ['hover', 'focus', 'focus-visible', 'active']] as const;

/** The attribute of controls with words on them. Only they are put into states, because each costs a message to the browser. */
const MARK = 'data-worded';

/** Expects enough contrast of the words of all links and buttons, in every state. axe checks them at rest only. */
export async function expectReadableControls(page: Page, where: string) {
  const cdp = await page.context().newCDPSession(page);
  await page.evaluate(markWorded, { controls: CONTROLS, mark: MARK });
  const still = await page.addStyleTag({
    content: '*, *::before, *::after { transition: none !important; animation: none !important }',
  });
  await cdp.send('DOM.enable');
  await cdp.send('CSS.enable');
  const { root } = await cdp.send('DOM.getDocument');
  const { nodeIds } = await cdp.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: `[${MARK}]` });
  const force = (state: readonly string[]) =>
    Promise.all(
      nodeIds.map((nodeId) => cdp.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [...state] }).catch(() => {})), // it may be gone by now
    );
  const flaws: string[] = [];
  for (const state of STATES) {
    // the first state needs no force
    if (state.length > 0) await force(state);
    const faults = await page.evaluate(unreadable, CONTROLS);
    flaws.push(...faults.map((flaw) => `${state.join('+') || 'at rest'}: ${flaw}`));
  }
  // ends the forced states
  await cdp.send('CSS.disable');
  await still.evaluate((style) => (style as HTMLElement).remove());
  await cdp.detach();
  expect(flaws, `contrast on ${where}`).toEqual([]);
}

/** In the page: marks the controls that are drawn and have words on them. */
function markWorded({ controls, mark }: { controls: string; mark: string }) {
  for (const control of document.querySelectorAll(controls))
    control.toggleAttribute(mark, control.checkVisibility() && control.textContent.trim() !== '');
}

/**
 * In the page: the controls whose words have too little contrast with the background, which may consist of several transparent
 * ones.
 */
function unreadable(controls: string): string[] {
  type Colour = [red: number, green: number, blue: number, alpha: number];
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const colour = (text: string): Colour => {
    const [red, green, blue, alpha = 1] = (/^rgba?\((.*)\)$/.exec(text)?.[1] ?? '').split(/[\s,/]+/).map(Number);
    if (green !== undefined) return [red!, green, blue!, alpha];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r!, g!, b!, a! / 255];
  };
  const over = ([r, g, b, a]: Colour, under: Colour): Colour => [
    r * a + under[0] * (1 - a),
    g * a + under[1] * (1 - a),
    b * a + under[2] * (1 - a),
    1,
  ];
  /** The colour of the background under an element; null when a picture is there, whose colours are not known. */
  const ground = (element: Element): Colour | null => {
    const layers: Colour[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage, position } = getComputedStyle(at);
      if (backgroundImage !== 'none') return null;
      const layer = colour(backgroundColor);
      if (layer[3] > 0) layers.push(layer);
      if (layer[3] === 1) break;
      if (position === 'absolute' && at.parentElement?.querySelector('img')) return null;
    }
    return layers.reduceRight<Colour>((under, layer) => over(layer, under), [255, 255, 255, 1]);
  };
  const light = ([r, g, b]: Colour) => {
    const [x, y, z] = [r, g, b].map((part) => (part <= 10.31475 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x! + 0.7152 * y! + 0.0722 * z!;
  };
  const flaws: string[] = [];
  const holders = new Set<Element>();
  for (const control of document.querySelectorAll(controls)) {
    if (
      control.matches(':disabled, [aria-disabled="true"]') ||
      !control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
      continue;
    const words = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    for (let word = words.nextNode(); word; word = words.nextNode()) {
      const holder = word.parentElement!;
      if (!word.nodeValue!.trim() || holders.has(holder) || holder.closest('.visually-hidden, option')) continue;
      holders.add(holder);
      const { width, height } = holder.getBoundingClientRect();
      const style = getComputedStyle(holder);
      if (width < 2 || height < 2 || style.clipPath !== 'none') continue;
      const under = ground(holder);
      if (!under) continue;
      const [one, other] = [light(over(colour(style.color), under)), light(under)];
      const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      const size = Number.parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (ratio < (large ? 3 : 4.5)) flaws.push(`"${word.nodeValue!.trim().slice(0, 40)}" ${ratio.toFixed(2)}`);
    }
  }
  return flaws;
}
