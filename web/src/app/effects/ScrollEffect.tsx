import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { inSessionStorage } from '#lib/storage.ts';
import { RENDERED_PAGE_ID } from '../rendered-page';

const STORAGE_KEY = 'scroll';
/** For so many milliseconds, a page may grow back to the height at which the visitor left it. */
const GROWING_MS = 1500;
/** A visitor who does one of these no longer wants the earlier position. */
const TAKES_OVER = ['wheel', 'pointerdown', 'keydown'];

const load = () => inSessionStorage((storage) => JSON.parse(storage[STORAGE_KEY] ?? '{}') as Record<string, number>);

function scrollWhenTallEnough(top: number): () => void {
  const until = performance.now() + GROWING_MS;
  let frame = 0;
  const attempt = () => {
    window.scrollTo({ top, behavior: 'instant' });
    if (Math.abs(window.scrollY - top) > 1 && performance.now() < until) frame = requestAnimationFrame(attempt);
  };
  attempt();
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const act of TAKES_OVER) window.removeEventListener(act, stop);
  };
  for (const act of TAKES_OVER) window.addEventListener(act, stop, { passive: true });
  return stop;
}

/**
 * The key of the present history entry. Entries that the browser makes, for a new load or a link to a section, have none from the
 * router and get one here. Their `idx` must be null: without it, the router would compute undefined + 1.
 */
function keyOfEntry(): string {
  const state = window.history.state as { key?: string } | null;
  if (state?.key) return state.key;
  const key = String(Math.random());
  window.history.replaceState({ idx: null, ...state, key }, '');
  return key;
}

/** Scrolls a new page to its top or anchor; after going back or a reload it restores the earlier position. */
export function ScrollEffect() {
  const { key: routersKey, pathname, hash } = useLocation();
  const navigation = useNavigationType();
  const [positions] = useState(load);
  const place = useRef({ key: '', pathname });

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => {
      positions[place.current.key] = window.scrollY;
    };
    const save = () => inSessionStorage((storage) => (storage[STORAGE_KEY] = JSON.stringify(positions)));
    window.addEventListener('scroll', remember);
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pagehide', save);
    };
  }, [positions]);

  useLayoutEffect(() => {
    const before = place.current;
    const key = keyOfEntry();
    place.current = { key, pathname };
    const savedTop = positions[key];
    if (navigation === NavigationType.Pop && savedTop !== undefined) return scrollWhenTallEnough(savedTop);
    // The browser has already scrolled a rendered page to the anchor, and the visitor may have scrolled on since.
    const wasThere = before.key === '' && document.getElementById(RENDERED_PAGE_ID) !== null;
    if (hash && !wasThere) document.getElementById(hash.slice(1))?.scrollIntoView();
    else if (before.pathname !== pathname) window.scrollTo({ top: 0, behavior: 'instant' });
    return undefined;
  }, [positions, routersKey, pathname, hash, navigation]);

  return null;
}
