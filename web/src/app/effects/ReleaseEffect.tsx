import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { reloadIntoRelease } from '#lib/loading/release.ts';

/** When a chunk of an older release can no longer be loaded, the next navigation reloads the page from the new release. */
export function ReleaseEffect() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useLayoutEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    reloadIntoRelease();
  }, [pathname]);
  return null;
}
