/** Matches a toast and the place of all toasts. A toast that was removed still matches. */
export const TOASTS = '[class*=Toastify]';

/** The focused element, and its ancestors from the innermost on, each with the index of the child that leads to it. */
type Held = { element: Element; kind: string; lines: Line[] };
type Line = { parent: Element; line: Element; at: number; ordinal: number };

const SETTLED_MS = 50;
/** A control that stays disabled for longer has finished its work. */
const DISABLED_MS = 1000;
const LEVELS = 12;
const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
const HEADINGS = 'h1, h2, h3, h4';
/** Independent parts of the window. */
const LANDMARKS = 'main, header, footer, nav, aside, section[aria-label], section[aria-labelledby]';
/** Controls that are disabled only while they work: they say so, or their whole form is disabled. */
const WORKING = '[aria-busy="true"], fieldset:disabled *';

/** The kind of a control, without its label: the same button in another line has the same kind. */
const kindOf = (element: Element) =>
  `${element.tagName} ${element.className} ${element.querySelector('svg')?.getAttribute('class') ?? ''}`;
const alike = (within: Element, kind: string) => [...within.querySelectorAll(CONTROLS)].filter((one) => kindOf(one) === kind);
// jsdom has no layout.
const isShown = (element: Element) => element.isConnected && (element.checkVisibility?.({ visibilityProperty: true }) ?? true);
const isUsable = (element: Element) => isShown(element) && !element.matches(':disabled');
const nobodyHasIt = () => document.activeElement === null || document.activeElement === document.body;

const isToast = (target: EventTarget | null) => target instanceof Element && target.closest(TOASTS) !== null;

const known = new WeakMap<Element, Held>();

function hold(element: Element): Held {
  const kind = kindOf(element);
  const lines: Line[] = [];
  for (let line = element; line.parentElement && lines.length < LEVELS; line = line.parentElement) {
    const ordinal = lines.length < LEVELS / 2 ? alike(line, kind).indexOf(element) : 0;
    lines.push({ parent: line.parentElement, line, at: [...line.parentElement.children].indexOf(line), ordinal });
  }
  const held = { element, kind, lines };
  known.set(element, held);
  return held;
}

/**
 * The next focus: a control of the same kind in the line that replaces the lost one, or in the line before; otherwise the heading
 * or first control nearby. A control that is only disabled gives its focus to no counterpart in another line, which the next key
 * would change.
 */
function heirOf({ element, kind, lines }: Held): Element | undefined {
  const stays = isShown(element);
  const isNear = (one: Element) => isUsable(one) && !(stays && kindOf(one) === kind);
  for (const { parent, line, at, ordinal } of lines) {
    if (!isShown(parent)) continue;
    const children = [...parent.children];
    const others = stays && line !== element ? [] : [...children.slice(at), ...children.slice(0, at).reverse()];
    for (const one of others) {
      if (one.tagName !== line.tagName || one.matches(LANDMARKS)) continue;
      const controls = (kindOf(one) === kind ? [one] : alike(one, kind)).filter(isUsable);
      const control = controls[Math.max(0, Math.min(ordinal, controls.length - 1))];
      if (control) return control;
    }
    const shown = (selector: string) => [...parent.querySelectorAll(selector)].find(isNear);
    // A page that is loading has no heading yet, and the first control around it belongs to another part.
    const near = shown(`#main :is(${HEADINGS})`) ?? shown('#main') ?? shown(HEADINGS) ?? shown(CONTROLS);
    if (near) return near;
  }
  return undefined;
}

/** Returns the focus to an element, to its replacement if it is gone, or to the page. */
export function giveFocusBack(element: Element | null) {
  if (element instanceof HTMLElement && element !== document.body && isUsable(element)) {
    element.focus({ preventScroll: true });
    if (!nobodyHasIt()) return;
  }
  const held = element && known.get(element);
  const heir = (held && heirOf(held)) ?? document.getElementById('main');
  if (!(heir instanceof HTMLElement)) return;
  if (!heir.matches(CONTROLS) && heir.tabIndex < 0) heir.tabIndex = -1; // makes a heading focusable
  heir.focus({ preventScroll: !heir.matches(CONTROLS) });
}

/**
 * Keeps the focus from falling back to the body. When the focused element disappears (a removed line, a closed menu) or stays
 * disabled, the element in its place gets the focus. A control that was disabled while it worked gets it back.
 * @returns stop
 */
export function restoreFocus(): () => void {
  let held: Held | null = null;
  /** What had the focus before a toast, which gives it back there; null where nothing had it. */
  let beforeToast: Element | null = null;
  let timer = 0;
  let lost = false;
  /** When the focused control became disabled, and the timer for a second look at it. */
  let disabledAt = 0;
  let secondLook = 0;

  const isLost = () => {
    const active = document.activeElement;
    if (!held || (active && !nobodyHasIt() && isShown(active))) return false;
    if (!isShown(held.element) || !held.element.matches(':disabled')) {
      disabledAt = 0;
      return true;
    }
    disabledAt ||= Date.now();
    return !held.element.matches(WORKING) && Date.now() - disabledAt >= DISABLED_MS;
  };
  /** Acts only at the second check, because a dialog that has just closed returns the focus itself a moment later. */
  const check = () => {
    const wasLost = lost;
    lost = isLost();
    timer = lost && !wasLost ? window.setTimeout(check, SETTLED_MS) : 0;
    if (held && disabledAt && !lost) secondLook ||= window.setTimeout(lookAgain, DISABLED_MS);
    if (!held || !lost || !wasLost) return;
    lost = false;
    if (!isToast(held.element)) return giveFocusBack(held.element);
    held = null;
    if (beforeToast) giveFocusBack(beforeToast);
  };
  const look = () => {
    timer ||= window.setTimeout(check, SETTLED_MS);
  };
  const lookAgain = () => {
    secondLook = 0;
    look();
  };
  const onFocusIn = ({ target, relatedTarget }: FocusEvent) => {
    if (isToast(target) && !isToast(relatedTarget)) beforeToast = relatedTarget instanceof Element ? relatedTarget : null;
    held = target instanceof Element && target !== document.body ? hold(target) : null;
    disabledAt = 0;
  };
  const onFocusOut = () => {
    // The element is still usable, so a click elsewhere took the focus from it.
    setTimeout(() => {
      if (held && nobodyHasIt() && isUsable(held.element)) held = null;
    });
  };
  const observer = new MutationObserver(look);

  if (document.activeElement && !nobodyHasIt()) held = hold(document.activeElement);
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'data-open', 'class'],
  });
  return () => {
    clearTimeout(timer);
    clearTimeout(secondLook);
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
    observer.disconnect();
  };
}
