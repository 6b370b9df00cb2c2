import { importPart } from './import-part';
import { forgetTries, lostApp } from './lost';
import { renderedRoot } from './page';

const WITHIN_MS = 1000;

const wordsIn = (parts = '') => parts.split(' ').filter(Boolean);

let isLoading = false;

/** Loads the app of a page that the server rendered, once. */
export async function loadApp() {
  const { app, parts, pageParts } = renderedRoot()?.dataset ?? {};
  if (isLoading || !app) return;
  isLoading = true;
  const run = [...wordsIn(parts), app];
  for (const part of [...run, ...wordsIn(pageParts)]) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = part;
    document.head.append(link);
  }
  try {
    // Each part runs in a task of its own, so that none keeps the page from answering for long.
    for (const part of run) {
      await importPart(part);
      await new Promise((next) => setTimeout(next));
    }
    forgetTries();
  } catch {
    lostApp();
  }
}

/**
 * Loads the app of a rendered page after its first paint and its pictures, or at the first touch. One of the two events is
 * enough, because a page in the background is not painted, and some pictures never load.
 */
export function loadAppOncePainted() {
  let left = 2;
  const done = () => setTimeout(loadApp, (left -= 1) > 0 ? WITHIN_MS : 0);
  addEventListener('load', done);
  new PerformanceObserver((_paints, observer) => {
    observer.disconnect();
    done();
  }).observe({ type: 'paint', buffered: true });
  for (const kind of ['pointerdown', 'keydown', 'touchstart']) addEventListener(kind, loadApp, { capture: true, passive: true });
}
