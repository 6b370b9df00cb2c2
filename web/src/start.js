// The first script of every page. It stands in the page itself (web/vite.config.ts), so that it hears when anything else gets lost.
(() => {
  const TRIES = 'startTries';
  const MOST_STYLE_TRIES = 4;
  const AFTER_PAINT_MS = 1000;

  const root = () => document.getElementById('root');
  /** The address of the app, on a page that the server rendered. */
  const rendered = () => root()?.dataset.app;
  /** A page that the browser makes holds one line until its app is there (web/index.html). */
  const waits = () => root()?.firstElementChild?.className.includes('waiting');
  const alive = () => (rendered() ? 'alive' in root().dataset : root()?.firstChild && !waits());

  // styles that get lost are asked for again, and without its app the page says so
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
  const lostApp = () => {
    const tries = Number(sessionStorage.getItem(TRIES));
    sessionStorage.setItem(TRIES, String(tries + 1));
    if (tries < 2) later(() => location.reload());
    else sessionStorage.removeItem(TRIES);
    if (tries >= 2 || !navigator.onLine) {
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
    if (!rendered() && alive()) sessionStorage.removeItem(TRIES);
  });

  // who is logged in has a place for their name from the start (Header.module.css)
  if (/(?:^|;\s*)userId=\d/.test(document.cookie)) document.documentElement.dataset.known = '';

  // a page that the server rendered is painted before its app loads: after the pictures in sight, or at the first touch
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
      sessionStorage.removeItem(TRIES);
    } catch {
      lostApp();
    }
  };
  addEventListener('load', () => setTimeout(start));
  new PerformanceObserver(() => setTimeout(start, AFTER_PAINT_MS)).observe({ type: 'paint', buffered: true });
  for (const kind of ['pointerdown', 'keydown', 'touchstart']) addEventListener(kind, start, { capture: true, passive: true });

  // what somebody does before the app is there is kept, and done once it is; links and forms that lead somewhere work by themselves
  const acts = [];
  const typed = new Map();
  const isCheckable = ({ type }) => type === 'checkbox' || type === 'radio';
  const keep = (event) => {
    if (!rendered()) return;
    start();
    const { target, type } = event;
    // what says that the app was lost works by itself
    if (!root().contains(target)) return;
    if (type === 'input') {
      typed.delete(target); // the last one of a group of radio buttons counts
      typed.set(target, isCheckable(target) ? target.checked : target.value);
      return;
    }
    const form = target.form ?? target.closest?.('form');
    if (!target.closest || target.closest('a[href], summary, audio') || form?.hasAttribute('action')) return;
    const act = type === 'submit' ? target : target.closest('button');
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    acts.push(act);
  };
  const KEPT = ['click', 'submit', 'input'];
  for (const kind of KEPT) addEventListener(kind, keep, true);

  const retype = (field, text) => {
    const tell = () => field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
    tell(); // React takes the field over, and empties it
    field.value = '';
    // set past React, which then sees the text as a change
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text);
    tell();
  };
  const recheck = (field, checked) => {
    // React knows the box as the server sent it, and its answer to one click more would be the opposite
    if (field.type === 'checkbox' && checked === field.defaultChecked) return;
    // React takes this for its own, and what the click does to it for a change
    field.checked = !checked;
    field.click();
  };
  const replay = () => {
    for (const [field, said] of typed) if (field.isConnected) (isCheckable(field) ? recheck : retype)(field, said);
    for (const act of acts) {
      if (!act.isConnected) continue;
      if (act.tagName === 'FORM') act.requestSubmit();
      else act.click();
    }
  };
  addEventListener(
    'shop-alive',
    () => {
      if (!rendered()) return;
      root().dataset.alive = '';
      for (const kind of KEPT) removeEventListener(kind, keep, true);
      // React has to be done with what it tells us this from, before it hears of anything else
      setTimeout(replay);
    },
    { once: true },
  );
})();
