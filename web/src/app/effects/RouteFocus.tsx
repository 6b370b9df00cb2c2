import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { focusHeading } from '#lib/layers/focus-heading.ts';

/** Moves the focus to the heading after a change of page, even when the page's frame is new, as after an admin's login. */
export function RouteFocus() {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  // A load or a reload counts as POP too; after these, Tab starts at the skip link.
  const last = useRef(navigation === NavigationType.Pop ? pathname : null);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // An open dialog keeps the focus, and moves it to the heading when it closes (web/src/ui/overlay/Dialog.tsx).
    if (!document.querySelector('[role="dialog"]')) focusHeading();
  }, [pathname]);
  return null;
}
