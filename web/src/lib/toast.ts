import type { ToastOptions } from 'react-toastify';

type Kind = 'success' | 'info' | 'warning' | 'error';
let watcher: (() => void) | null = null;
let wanted = false;

/** Lets the app mount the toasts' corner with the first one, so that their code waits until then. */
export const toastsWanted = {
  subscribe: (changed: () => void) => {
    watcher = changed;
    return () => {
      watcher = null;
    };
  },
  get: () => wanted,
};

const show =
  (kind: Kind) =>
  (text: string, options?: ToastOptions): void => {
    wanted = true;
    watcher?.();
    void import('react-toastify/unstyled').then(({ toast: push }) =>
      push[kind](text, { toastId: `${kind}:${text}`, ...options }),
    );
  };

/** Short messages at the top right; the same text is shown once at a time. */
export const toast = { success: show('success'), info: show('info'), warning: show('warning'), error: show('error') };
