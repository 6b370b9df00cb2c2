import { loadApp } from './load-app';
import { renderedRoot, root } from './page';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

type Find<Control> = () => Control | undefined;

/** The pressed buttons and sent forms, with the place on the screen. The first press had no effect, so two presses count once. */
const acts = new Map<HTMLElement, { find: Find<HTMLElement>; clientX?: number; clientY?: number }>();
/** The last values of fields: a text, or whether a box is checked. */
const typedFields = new Map<Field, { find: Find<Field>; last: string | boolean }>();

const nameOf = ({ ariaLabel, textContent }: Element) => ariaLabel ?? textContent;

/**
 * @returns finds the element again. React replaces a part of the page that differs from what it expects. Then the new element is
 * the one at the same place among those of its name.
 */
function finderOf<Control extends HTMLElement>(root: HTMLElement, element: Control): Find<Control> {
  const name = nameOf(element);
  const alike = () => [...root.querySelectorAll<Control>(element.tagName)].filter((other) => nameOf(other) === name);
  const at = alike().indexOf(element);
  return () => (element.isConnected ? element : alike()[at]);
}

const isField = (target: Element): target is Field => 'value' in target;
const isCheckable = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

function recordEarlyAct(event: Event) {
  const renderedPage = renderedRoot();
  if (!renderedPage) return;
  void loadApp();
  const { target, type } = event;
  // The message of a failed app is outside of the root, and works without the app.
  if (!(target instanceof Element) || !renderedPage.contains(target)) return;
  if (type === 'input') {
    if (!isField(target)) return;
    typedFields.delete(target); // the last button of a group of radio buttons counts
    typedFields.set(target, { find: finderOf(renderedPage, target), last: isCheckable(target) ? target.checked : target.value });
    return;
  }
  if (target.closest('a[href], summary, audio')) return;
  const form = (target as Partial<Field>).form ?? target.closest('form');
  // A form of this page belongs to the app, which adds to its fields: the search also keeps the chosen filters.
  if (form && new URL(form.action).pathname !== location.pathname) return;
  const act = type === 'submit' ? form : target.closest('button');
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  const { clientX, clientY } = event as Partial<MouseEvent>;
  acts.set(act, { find: finderOf(renderedPage, act), clientX, clientY });
}

/** Types a kept text into its field again, because React does not know text that was typed before hydration. */
function retype(field: Field, text: string) {
  const dispatchChange = () => field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  dispatchChange(); // at this first event React takes over the field and sets it to React's own state, which is empty
  // React has put its own setter on the field, and remembers the value that this setter last got: now the empty one.
  field.value = '';
  // The prototype's setter bypasses React's, so at the next event React finds a changed value.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  dispatchChange();
}

/** Does the same for a check box or radio button: React knows the state in which the visitor left it. */
function recheck(field: HTMLInputElement, checked: boolean) {
  // React knows a box in the state that the server sent, and a click would change it.
  if (field.type === 'checkbox' && checked === field.defaultChecked) return;
  // React's setter makes React remember the opposite. The click then restores the field, which React sees as a change.
  field.checked = !checked;
  field.click();
}

function replay() {
  for (const { find, last } of typedFields.values()) {
    const field = find();
    if (!field) continue;
    if (typeof last === 'string') retype(field, last);
    else recheck(field as HTMLInputElement, last);
  }
  for (const { find, ...place } of acts.values()) {
    const act = find();
    if (act instanceof HTMLFormElement) act.requestSubmit();
    else act?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...place }));
  }
}

/**
 * Keeps clicks, typed values and submits until the app can take them. Links, and forms that lead to another page, need no app.
 */
export function recordActs() {
  const kinds = ['click', 'submit', 'input'];
  for (const kind of kinds) addEventListener(kind, recordEarlyAct, true);
  addEventListener(
    'shop-alive',
    () => {
      const app = root();
      if (app) app.dataset.alive = '';
      for (const kind of kinds) removeEventListener(kind, recordEarlyAct, true);
      // This event comes from an effect (web/src/app/mounts/ErrorBoundary.tsx). React finishes its effects before the kept acts reach it.
      setTimeout(replay);
    },
    { once: true },
  );
}
