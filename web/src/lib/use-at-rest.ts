import { useSyncExternalStore } from 'react';

/** What is not needed at first waits no longer than this, in milliseconds. */
const LONGEST_MS = 2000;

let rested = false;
const told = new Set<() => void>();

function rest() {
  rested = true;
  for (const tell of told) tell();
}

function subscribe(tell: () => void) {
  told.add(tell);
  if (!rested) {
    window.addEventListener('scroll', rest, { once: true, passive: true });
    // Safari has no idle callbacks
    if ('requestIdleCallback' in window) window.requestIdleCallback(rest, { timeout: LONGEST_MS });
    else setTimeout(rest);
  }
  return () => void told.delete(tell);
}

/** True once the page has had a moment of rest, or somebody scrolls: then what is not needed at first may load. Once true, it stays so. */
export const useAtRest = () =>
  useSyncExternalStore(
    subscribe,
    () => rested,
    () => false,
  );
