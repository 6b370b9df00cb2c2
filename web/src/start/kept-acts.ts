import { loadApp } from './load-app';
import { renderedRoot } from './page';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What was pressed or sent, and where on the screen; twice counts once, as nothing happened the first time. */
const acts = new Map<HTMLElement, { clientX?: number; clientY?: number }>();
/** What fields held last: a text, or whether a box is checked. */
const typed = new Map<Field, string | boolean>();

const isField = (target: Element): target is Field => 'value' in target;
const isCheckable = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

function keep(event: Event) {
  const root = renderedRoot();
  if (!root) return;
  void loadApp();
  const { target, type } = event;
  // the message that the app could not be loaded stands outside of the root, and works without the app
  if (!(target instanceof Element) || !root.contains(target)) return;
  if (type === 'input') {
    if (!isField(target)) return;
    typed.delete(target); // the last one of a group of radio buttons counts
    typed.set(target, isCheckable(target) ? target.checked : target.value);
    return;
  }
  if (target.closest('a[href], summary, audio')) return;
  const form = (target as Partial<Field>).form ?? target.closest('form');
  // a form of this page is the app's, which knows more than its fields say: the search also keeps the chosen filters
  if (form && new URL(form.action).pathname !== location.pathname) return;
  const act = type === 'submit' ? form : target.closest('button');
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  const { clientX, clientY } = event as Partial<MouseEvent>;
  acts.set(act, { clientX, clientY });
}

/** Types a kept text into its field anew, so that React hears of it: what was typed before hydration is unknown to React. */
function retype(field: Field, text: string) {
  const tell = () => field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  tell(); // at this first event React takes the field over and sets it to its own state, which is empty
  // React has put a setter of its own on the field, and remembers the value that was last set with it: now the empty one
  field.value = '';
  // the setter of the prototype goes around React's, so at the next event React finds another value than it remembers: a change
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  tell();
}

/** The same for a check box or radio button: ends with the field as it was left, and React knowing it. */
function recheck(field: HTMLInputElement, checked: boolean) {
  // a box that ended as the server sent it needs no click: React knows it so, and a click would turn it over
  if (field.type === 'checkbox' && checked === field.defaultChecked) return;
  // set with React's setter, so React remembers the opposite; the click then turns the field back, which React sees as a change
  field.checked = !checked;
  field.click();
}

function replay() {
  for (const [field, last] of typed) {
    if (!field.isConnected) continue;
    if (typeof last === 'string') retype(field, last);
    else recheck(field as HTMLInputElement, last);
  }
  for (const [act, place] of acts) {
    if (!act.isConnected) continue;
    if (act instanceof HTMLFormElement) act.requestSubmit();
    else act.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...place }));
  }
}

/**
 * What somebody does before the app is there is kept, and done once the app is there. Links, and forms that lead to another page, need no
 * app.
 */
export function keepActs() {
  const kinds = ['click', 'submit', 'input'];
  for (const kind of kinds) addEventListener(kind, keep, true);
  addEventListener(
    'shop-alive',
    () => {
      const root = renderedRoot();
      if (!root) return;
      root.dataset.alive = '';
      for (const kind of kinds) removeEventListener(kind, keep, true);
      // this event comes out of an effect (web/src/app/App.tsx): React finishes its effects before the kept acts reach it
      setTimeout(replay);
    },
    { once: true },
  );
}
