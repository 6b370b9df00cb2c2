import { useSyncExternalStore } from 'react';
import { watchers } from './watchers';

/** Milliseconds after which deferred parts load even on a busy page. */
const LONGEST_MS = 2000;

let hasRested = false;
const { subscribe, tell } = watchers();

function markRested() {
  hasRested = true;
  tell();
}

function waitForRest(watcher: () => void) {
  if (!hasRested) {
    window.addEventListener('scroll', markRested, { once: true, passive: true });
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) window.requestIdleCallback(markRested, { timeout: LONGEST_MS });
    else setTimeout(markRested);
  }
  return subscribe(watcher);
}

/** True, for good, once the page was at rest for a moment or the visitor scrolls. Deferred parts may load then. */
export const useAtRest = () =>
  useSyncExternalStore(
    waitForRest,
    () => hasRested,
    () => false,
  );
