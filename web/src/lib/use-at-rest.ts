import { useSyncExternalStore } from 'react';
import { watchers } from './watchers';

/** Milliseconds after which deferred parts load even on a busy page. */
const LONGEST_MS = 2000;

let rested = false;
const { subscribe, tell } = watchers();

function rest() {
  rested = true;
  tell();
}

function waitForRest(watcher: () => void) {
  if (!rested) {
    window.addEventListener('scroll', rest, { once: true, passive: true });
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) window.requestIdleCallback(rest, { timeout: LONGEST_MS });
    else setTimeout(rest);
  }
  return subscribe(watcher);
}

/** True, for good, once the page was at rest for a moment or the visitor scrolls. Deferred parts may load then. */
export const useAtRest = () =>
  useSyncExternalStore(
    waitForRest,
    () => rested,
    () => false,
  );
