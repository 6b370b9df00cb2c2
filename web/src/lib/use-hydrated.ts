import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and while the browser hydrates a page; then true. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
