import { useSyncExternalStore } from 'react';
import { watchers } from './watchers';

/** What is not needed at first waits no longer than this, in milliseconds. */
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
    // Safari has no idle callbacks
    if ('requestIdleCallback' in window) window.requestIdleCallback(rest, { timeout: LONGEST_MS });
    else setTimeout(rest);
  }
  return subscribe(watcher);
}

/** True once the page has had a moment of rest, or somebody scrolls: then what is not needed at first may load. Once true, it stays so. */
export const useAtRest = () =>
  useSyncExternalStore(
    waitForRest,
    () => rested,
    () => false,
  );
