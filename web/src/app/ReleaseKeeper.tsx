import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { reloadIntoRelease } from '../lib/release';

/** Once a part of this page turned out to be gone with an older release, the next page comes whole from the new one. */
export function ReleaseKeeper() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useLayoutEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    reloadIntoRelease();
  }, [pathname]);
  return null;
}
