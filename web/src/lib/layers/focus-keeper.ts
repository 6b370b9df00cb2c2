/** Matches a toast and the place of all toasts. A toast that was removed still matches. */
export const TOASTS = '[class*=Toastify]';

/** The focused element, and its ancestors from the innermost on, each with the index of the child that leads to it. */
type FocusPlace = { element: Element; kind: string; lines: Line[] };
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
const controlsOfKind = (within: Element, kind: string) =>
  [...within.querySelectorAll(CONTROLS)].filter((control) => kindOf(control) === kind);
// jsdom has no layout.
const isShown = (element: Element) => element.isConnected && (element.checkVisibility?.({ visibilityProperty: true }) ?? true);
const isUsable = (element: Element) => isShown(element) && !element.matches(':disabled');
const nobodyHasIt = () => document.activeElement === null || document.activeElement === document.body;

const isToast = (target: EventTarget | null) => target instanceof Element && target.closest(TOASTS) !== null;

const heldByElement = new WeakMap<Element, FocusPlace>();

function hold(element: Element): FocusPlace {
  const kind = kindOf(element);
  const lines: Line[] = [];
  for (let line = element; line.parentElement && lines.length < LEVELS; line = line.parentElement) {
    const ordinal = lines.length < LEVELS / 2 ? controlsOfKind(line, kind).indexOf(element) : 0;
    lines.push({ parent: line.parentElement, line, at: [...line.parentElement.children].indexOf(line), ordinal });
  }
  const heldFocus = { element, kind, lines };
  heldByElement.set(element, heldFocus);
  return heldFocus;
}

/**
 * The next focus: a control of the same kind in the line that replaces the lost one, or in the line before; otherwise the heading
 * or first control nearby. A control that is only disabled gives its focus to no counterpart in another line, which the next key
 * would change.
 */
function heirOf({ element, kind, lines }: FocusPlace): Element | undefined {
  const stays = isShown(element);
  const isNear = (candidate: Element) => isUsable(candidate) && !(stays && kindOf(candidate) === kind);
  for (const { parent, line, at, ordinal } of lines) {
    if (!isShown(parent)) continue;
    const children = [...parent.children];
    const siblings = stays && line !== element ? [] : [...children.slice(at), ...children.slice(0, at).reverse()];
    for (const sibling of siblings) {
      if (sibling.tagName !== line.tagName || sibling.matches(LANDMARKS)) continue;
      const controls = (kindOf(sibling) === kind ? [sibling] : controlsOfKind(sibling, kind)).filter(isUsable);
      const control = controls[Math.max(0, Math.min(ordinal, controls.length - 1))];
      if (control) return control;
    }
    const findNear = (selector: string) => [...parent.querySelectorAll(selector)].find(isNear);
    // A page that is loading has no heading yet, and the first control around it belongs to another part.
    const near = findNear(`#main :is(${HEADINGS})`) ?? findNear('#main') ?? findNear(HEADINGS) ?? findNear(CONTROLS);
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
  const heldFocus = element && heldByElement.get(element);
  const heir = (heldFocus && heirOf(heldFocus)) ?? document.getElementById('main');
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
  let heldFocus: FocusPlace | null = null;
  /** What had the focus before a toast, which gives it back there; null where nothing had it. */
  let beforeToast: Element | null = null;
  let timer = 0;
  let isFocusLost = false;
  /** When the focused control became disabled, and the timer for a second look at it. */
  let disabledAt = 0;
  let secondLook = 0;

  const isLost = () => {
    const active = document.activeElement;
    if (!heldFocus || (active && !nobodyHasIt() && isShown(active))) return false;
    if (!isShown(heldFocus.element) || !heldFocus.element.matches(':disabled')) {
      disabledAt = 0;
      return true;
    }
    disabledAt ||= Date.now();
    return !heldFocus.element.matches(WORKING) && Date.now() - disabledAt >= DISABLED_MS;
  };
  /** Acts only at the second check, because a dialog that has just closed returns the focus itself a moment later. */
  const check = () => {
    const wasLost = isFocusLost;
    isFocusLost = isLost();
    timer = isFocusLost && !wasLost ? window.setTimeout(check, SETTLED_MS) : 0;
    if (heldFocus && disabledAt && !isFocusLost) secondLook ||= window.setTimeout(lookAgain, DISABLED_MS);
    if (!heldFocus || !isFocusLost || !wasLost) return;
    isFocusLost = false;
    if (!isToast(heldFocus.element)) return giveFocusBack(heldFocus.element);
    heldFocus = null;
    if (beforeToast) giveFocusBack(beforeToast);
  };
  const scheduleCheck = () => {
    timer ||= window.setTimeout(check, SETTLED_MS);
  };
  const lookAgain = () => {
    secondLook = 0;
    scheduleCheck();
  };
  const onFocusIn = ({ target, relatedTarget }: FocusEvent) => {
    if (isToast(target) && !isToast(relatedTarget)) beforeToast = relatedTarget instanceof Element ? relatedTarget : null;
    heldFocus = target instanceof Element && target !== document.body ? hold(target) : null;
    disabledAt = 0;
  };
  const onFocusOut = () => {
    setTimeout(() => {
      if (!heldFocus || !nobodyHasIt()) return;
      // The element is still usable, so a click elsewhere took the focus from it.
      if (isUsable(heldFocus.element)) heldFocus = null;
      // It was hidden by an animation, of which the observer knows nothing.
      else scheduleCheck();
    });
  };
  const observer = new MutationObserver(scheduleCheck);

  if (document.activeElement && !nobodyHasIt()) heldFocus = hold(document.activeElement);
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
