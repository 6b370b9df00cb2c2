import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * After a change of page the focus goes to its heading, so that it is read out and Tab starts there; also when the frame of the page
 * came with it, as after the login of an administrator.
 */
export function RouteFocus() {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  // a load or a reload is a POP too: there Tab starts at the skip link
  const last = useRef(navigation === NavigationType.Pop ? pathname : null);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (document.querySelector('[role="dialog"]')) return; // a dialog keeps it
    const main = document.getElementById('main');
    const target = main?.querySelector<HTMLElement>('h1') ?? main;
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
