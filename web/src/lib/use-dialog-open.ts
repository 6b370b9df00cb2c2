import { useSyncExternalStore } from 'react';

/** Modals stand in the body by themselves; whether one is there can be seen from outside, whoever opened it. */
const isOpen = () => document.body.querySelector(':scope > [role="dialog"][data-state="open"]') !== null;

function subscribe(changed: () => void) {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}

/** Whether a modal is open, so that what comes by itself can wait. */
export const useDialogOpen = () => useSyncExternalStore(subscribe, isOpen);
