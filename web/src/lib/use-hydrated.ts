import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while the server renders a page and while the browser hydrates it as it came; true from then on. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
