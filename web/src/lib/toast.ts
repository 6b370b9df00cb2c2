import type { ReactNode } from 'react';
import type { ToastOptions } from 'react-toastify';
import { persistently } from './loading/persistently';

type Kind = 'success' | 'info' | 'warning' | 'error';
/** Where a message leads. */
export type ToastLink = { to: string; label: string };
/** How long a message stands that has to do without the toasts' code. */
const PLAIN_MS = 6000;

let wanted = false;
let plain: readonly string[] = [];
/** There is one corner at a time; the last one that was mounted is it. */
let watcher: (() => void) | null = null;
const subscribe = (changed: () => void) => {
  watcher = changed;
  return () => {
    if (watcher === changed) watcher = null;
  };
};

const read = () => ({ wanted, plain });
let state = read();
function tell() {
  state = read();
  watcher?.();
}

/** What the app's corner shows: it is mounted with the first toast, so that their code waits until then; `plain` are messages whose code could not be loaded. */
export const toasts = { subscribe, get: () => state };

function sayPlainly(text: string) {
  if (plain.includes(text)) return;
  plain = [...plain, text];
  tell();
  setTimeout(() => {
    plain = plain.filter((one) => one !== text);
    tell();
  }, PLAIN_MS);
}

/** The toasts' corner and what fills it; the corner registers itself here, since `lib` knows nothing of the app. */
type Corner = { withLink: (text: string, link: ToastLink) => ReactNode };
let corner: () => Promise<Corner> = () => Promise.resolve({ withLink: (text) => text });
export const toastsAppearIn = (load: () => Promise<Corner>) => {
  corner = load;
};

const show =
  (kind: Kind) =>
  (text: string, { link, ...options }: ToastOptions & { link?: ToastLink } = {}): void => {
    wanted = true;
    tell();
    persistently(() => Promise.all([import('react-toastify/unstyled'), corner()])).then(
      ([{ toast: push }, { withLink }]) =>
        void push[kind](link ? withLink(text, link) : text, { toastId: `${kind}:${text}`, ...options }),
      () => sayPlainly(text),
    );
  };

/** Short messages at the top right; the same text is shown once at a time. */
export const toast = { success: show('success'), info: show('info'), warning: show('warning'), error: show('error') };
