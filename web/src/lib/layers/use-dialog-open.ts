import { useSyncExternalStore } from 'react';

/** Modals stand in the body by themselves, and a phone's menu lies over the page; both can be seen from outside, whoever opened them. */
const isOpen = () => document.body.querySelector(':scope > [role="dialog"][data-state="open"], #menu[data-open="true"]') !== null;

function subscribe(changed: () => void) {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { childList: true });
  const menu = document.getElementById('menu');
  if (menu) observer.observe(menu, { attributes: true, attributeFilter: ['data-open'] });
  return () => observer.disconnect();
}

/** Whether a modal or the menu is open, so that what comes by itself can wait. */
export const useDialogOpen = () => useSyncExternalStore(subscribe, isOpen);
