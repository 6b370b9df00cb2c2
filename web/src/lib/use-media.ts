import { useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
    () => false, // the server renders the wide page, and style sheets fit it to narrow screens
  );
}

/** Below, a list of tracks beside filters would have less than 640 px. Shop.module.css has the same width. */
const NARROW = '(max-width: 959px)';

/** Whether filters open over the list, because it has no room beside them. */
export const useNarrow = () => useMedia(NARROW);

/**
 * `useNarrow` for click handlers. During hydration, a click may come before the page is drawn for a narrow screen, while
 * `useNarrow` still says false.
 */
export const isNarrow = () => window.matchMedia(NARROW).matches;
