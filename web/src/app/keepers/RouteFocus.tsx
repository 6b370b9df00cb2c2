import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * Moves the focus to the heading after a change of page, so that screen readers read it and Tab starts there. It also works when the
 * page's frame is new, as after an admin's login.
 */
export function RouteFocus() {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  // a load or a reload counts as POP too: there Tab starts at the skip link
  const last = useRef(navigation === NavigationType.Pop ? pathname : null);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (document.querySelector('[role="dialog"]')) return; // an open dialog keeps the focus
    const main = document.getElementById('main');
    const target = main?.querySelector<HTMLElement>('h1') ?? main;
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
