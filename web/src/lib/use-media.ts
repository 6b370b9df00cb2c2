import { useSyncExternalStore } from 'react';

/** Whether a media query matches, kept up to date. */
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

/** The mobile layout: 768 px or less. */
export const useNarrow = () => useMedia('(max-width: 768px)');
