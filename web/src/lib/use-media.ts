import { useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
    () => false, // the server renders the wide page, and style sheets fit it to narrow screens
  );
}

const NARROW = '(max-width: 768px)';

/** The mobile layout: 768 px or less. */
export const useNarrow = () => useMedia(NARROW);

/**
 * `useNarrow` for click handlers. During hydration, a click may come before the page is drawn for a narrow screen, while
 * `useNarrow` still says false.
 */
export const isNarrow = () => window.matchMedia(NARROW).matches;
