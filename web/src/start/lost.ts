import { alive, renderedRoot, root } from './page';

const TRIES = 'startTries';
const MOST_TRIES = 2;
const MOST_STYLE_TRIES = 4;
const PAUSE_MS = 1000;

const later = (act: () => void) =>
  navigator.onLine ? setTimeout(act, PAUSE_MS) : addEventListener('online', act, { once: true });

let isTold = false;

function tellOfLoss() {
  const page = root();
  if (!page || isTold || alive()) return;
  isTold = true;
  const notice = document.createElement('section');
  const add = (name: string, text: string) => {
    const element = document.createElement(name);
    element.textContent = text;
    notice.append(element);
    return element;
  };
  add(renderedRoot() ? 'h2' : 'h1', 'The shop could not be loaded');
  add('p', 'The connection broke off. Your cart and your orders are safe.');
  add('button', 'Try Again').addEventListener('click', () => location.reload());
  // The readable text of a rendered page stays.
  if (renderedRoot()) document.body.prepend(notice);
  else page.replaceChildren(...notice.childNodes);
}

/** Loads the page again once the shop answers, because without an answer the browser shows its own page instead of the text. */
async function loadAgain() {
  const answer = await fetch('/api/config', { cache: 'no-store' }).catch(() => null);
  if (answer?.ok) return location.reload();
  tellOfLoss();
  later(loadAgain);
}

export function forgetTries() {
  try {
    sessionStorage.removeItem(TRIES);
  } catch {
    // Where site data are blocked, there were no tries.
  }
}

/**
 * Counts one more try.
 * @returns the number of earlier tries; the greatest allowed number where they cannot be counted
 */
function countTry() {
  try {
    const before = Number(sessionStorage.getItem(TRIES));
    sessionStorage.setItem(TRIES, String(before + 1));
    return before;
  } catch {
    // Where site data are blocked, a page that cannot count would reload itself without end.
    return MOST_TRIES;
  }
}

/** Called when the app fails to load: loads the page again, and after the last try shows a message. */
export function lostApp() {
  const tries = countTry();
  if (tries < MOST_TRIES) later(loadAgain);
  else forgetTries();
  if (tries >= MOST_TRIES || !navigator.onLine) {
    addEventListener('DOMContentLoaded', tellOfLoss);
    tellOfLoss();
  }
}

/** Asks again for a style sheet that failed to load, and for the page whose script failed. */
export function watchForLosses() {
  const styleTries: Record<string, number> = {};
  addEventListener(
    'error',
    ({ target: lost }) => {
      if (lost instanceof HTMLLinkElement && lost.rel === 'stylesheet') {
        const tries = styleTries[lost.href] ?? 0;
        if (tries === 0 && alive()) return;
        styleTries[lost.href] = tries + 1;
        if (tries < MOST_STYLE_TRIES) later(() => lost.replaceWith(lost.cloneNode()));
      } else if (lost instanceof HTMLScriptElement && lost.type === 'module' && !alive()) lostApp();
    },
    true,
  );
  addEventListener('load', () => {
    if (!renderedRoot() && alive()) forgetTries();
  });
}
