import { useSyncExternalStore } from 'react';

/** Whether the body shows a modal or a phone's menu. Both can be recognised from outside, whichever component opened them. */
const isOpen = () => document.body.querySelector(':scope > [role="dialog"][data-state="open"], #menu[data-open="true"]') !== null;

function subscribe(onChange: () => void) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true });
  const menu = document.getElementById('menu');
  if (menu) observer.observe(menu, { attributes: true, attributeFilter: ['data-open'] });
  return () => observer.disconnect();
}

/** Whether a modal or the menu is open, so that pop-ups can wait. */
export const useDialogOpen = () => useSyncExternalStore(subscribe, isOpen);
