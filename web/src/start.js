// The first script of every page. It stands in the page itself (web/vite.config.ts), so that it notices when another file fails
// to load.
(() => {
  const TRIES = 'startTries';
  const MOST_TRIES = 2;
  const MOST_STYLE_TRIES = 4;
  const WITHIN_MS = 1000;

  const root = () => document.getElementById('root');
  /** The address of the app, on a page that the server rendered. */
  const rendered = () => root()?.dataset.app;
  /** A page that the browser makes holds one line until its app is there (web/index.html). */
  const waits = () => root()?.firstElementChild?.className.includes('waiting');
  const alive = () => (rendered() ? 'alive' in root().dataset : root()?.firstChild && !waits());

  // style sheets that fail to load are asked for again; when the app's script fails, the page says so
  const styleTries = {};
  const later = (act) => (navigator.onLine ? setTimeout(act, 1000) : addEventListener('online', act, { once: true }));
  const say = () => {
    if (!root() || alive()) return;
    const told = document.createElement('section');
    const add = (name, text) => {
      const element = document.createElement(name);
      element.textContent = text;
      told.append(element);
      return element;
    };
    add(rendered() ? 'h2' : 'h1', 'The shop could not be loaded');
    add('p', 'The connection broke off. Your cart and your orders are safe.');
    add('button', 'Try Again').addEventListener('click', () => location.reload());
    // on a page that the server rendered, what can be read stays
    if (rendered()) document.body.prepend(told);
    else root().replaceChildren(...told.childNodes);
  };
  const forgetTries = () => {
    try {
      sessionStorage.removeItem(TRIES);
    } catch {
      // site data are blocked: there were none
    }
  };
  const lostApp = () => {
    let tries = MOST_TRIES;
    try {
      const before = Number(sessionStorage.getItem(TRIES));
      sessionStorage.setItem(TRIES, String(before + 1));
      tries = before;
    } catch {
      // site data are blocked: a page that cannot count would load itself without end
    }
    if (tries < MOST_TRIES) later(() => location.reload());
    else forgetTries();
    if (tries >= MOST_TRIES || !navigator.onLine) {
      addEventListener('DOMContentLoaded', say);
      say();
    }
  };
  addEventListener(
    'error',
    ({ target: lost }) => {
      if (!lost?.tagName || (alive() && !styleTries[lost.href])) return;
      if (lost.tagName === 'LINK' && lost.rel === 'stylesheet') {
        styleTries[lost.href] = (styleTries[lost.href] ?? 0) + 1;
        if (styleTries[lost.href] <= MOST_STYLE_TRIES) later(() => lost.replaceWith(lost.cloneNode()));
      } else if (lost.tagName === 'SCRIPT' && lost.type === 'module') lostApp();
    },
    true,
  );
  addEventListener('load', () => {
    if (!rendered() && alive()) forgetTries();
  });

  // the header keeps a place for the name of whoever is logged in, so that nothing moves when the name comes (Header.module.css)
  if (/(?:^|;\s*)userId=\d/.test(document.cookie)) document.documentElement.dataset.known = '';

  // a page that the server rendered is painted, with the pictures in sight, before its app loads; at the first touch it loads at
  // once. A page in the background is not painted, and some pictures do not come.
  let asked = false;
  const listed = (parts) => parts.split(' ').filter(Boolean);
  const start = async () => {
    if (asked || !rendered()) return;
    asked = true;
    const { app, parts, pageParts } = root().dataset;
    const run = [...listed(parts), app];
    for (const part of [...run, ...listed(pageParts)]) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = part;
      document.head.append(link);
    }
    try {
      // each part runs in a task of its own, so that none keeps the page from answering for long
      for (const part of run) {
        await import(part);
        await new Promise((next) => setTimeout(next));
      }
      forgetTries();
    } catch {
      lostApp();
    }
  };
  let left = 2;
  const done = () => setTimeout(start, (left -= 1) > 0 ? WITHIN_MS : 0);
  addEventListener('load', done);
  new PerformanceObserver((_paints, observer) => {
    observer.disconnect();
    done();
  }).observe({ type: 'paint', buffered: true });
  for (const kind of ['pointerdown', 'keydown', 'touchstart']) addEventListener(kind, start, { capture: true, passive: true });

  // what somebody does before the app is there is kept, and done once the app is there; links, and forms that lead to another
  // page, need no app
  const acts = new Map(); // what was pressed, with where; twice counts once, as nothing happened the first time
  const typed = new Map();
  const isCheckable = ({ type }) => type === 'checkbox' || type === 'radio';
  const keep = (event) => {
    if (!rendered()) return;
    start();
    const { target, type } = event;
    // the message that the app could not be loaded stands outside of the root, and works without the app
    if (!root().contains(target)) return;
    if (type === 'input') {
      typed.delete(target); // the last one of a group of radio buttons counts
      typed.set(target, isCheckable(target) ? target.checked : target.value);
      return;
    }
    const form = target.form ?? target.closest?.('form');
    if (!target.closest || target.closest('a[href], summary, audio')) return;
    // a form of this page is the app's, which knows more than its fields say: the search also keeps the chosen filters
    if (form && new URL(form.action).pathname !== location.pathname) return;
    const act = type === 'submit' ? target : target.closest('button');
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    acts.set(act, { clientX: event.clientX, clientY: event.clientY });
  };
  const KEPT = ['click', 'submit', 'input'];
  for (const kind of KEPT) addEventListener(kind, keep, true);

  /** Types a kept text into its field anew, so that React hears of it: what was typed before hydration is unknown to React. */
  const retype = (field, text) => {
    const tell = () => field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
    tell(); // at this first event React takes the field over and sets it to its own state, which is empty
    // React has put a setter of its own on the field, and remembers the value that was last set with it: now the empty one
    field.value = '';
    // the setter of the prototype goes around React's, so at the next event React finds another value than it remembers: a change
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text);
    tell();
  };
  /** The same for a check box or radio button: ends with the field as it was left, and React knowing it. */
  const recheck = (field, checked) => {
    // a box that ended as the server sent it needs no click: React knows it so, and a click would turn it over
    if (field.type === 'checkbox' && checked === field.defaultChecked) return;
    // set with React's setter, so React remembers the opposite; the click then turns the field back, which React sees as a change
    field.checked = !checked;
    field.click();
  };
  const replay = () => {
    for (const [field, said] of typed) if (field.isConnected) (isCheckable(field) ? recheck : retype)(field, said);
    for (const [act, place] of acts) {
      if (!act.isConnected) continue;
      if (act.tagName === 'FORM') act.requestSubmit();
      else act.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...place }));
    }
  };
  addEventListener(
    'shop-alive',
    () => {
      if (!rendered()) return;
      root().dataset.alive = '';
      for (const kind of KEPT) removeEventListener(kind, keep, true);
      // this event comes out of an effect (web/src/app/App.tsx): React finishes its effects before the kept acts reach it
      setTimeout(replay);
    },
    { once: true },
  );
})();
