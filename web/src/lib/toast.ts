import type { ToastOptions } from 'react-toastify';
import { withRetry } from './loading/with-retry';

type Kind = 'success' | 'info' | 'warning' | 'error';
export type ToastLink = { to: string; label: string };
/** How many milliseconds a message stays when the toasts' code could not be loaded. */
const PLAIN_MS = 6000;

let isWanted = false;
let plain: readonly string[] = [];
/** The corner that was mounted last. */
let watcher: (() => void) | null = null;
const subscribe = (onChange: () => void) => {
  watcher = onChange;
  return () => {
    if (watcher === onChange) watcher = null;
  };
};

const read = () => ({ wanted: isWanted, plain });
let state = read();
function notifyWatcher() {
  state = read();
  watcher?.();
}

/**
 * The state for the app's corner. The first toast mounts it, so that the toasts' code loads only then. `plain` are messages whose
 * code could not be loaded.
 */
export const toasts = { subscribe, get: () => state, isWatched: () => watcher !== null };

function sayPlainly(text: string) {
  if (plain.includes(text)) return;
  plain = [...plain, text];
  notifyWatcher();
  setTimeout(() => {
    plain = plain.filter((message) => message !== text);
    notifyWatcher();
  }, PLAIN_MS);
}

/** `addedToCart` is the id of the track that the message is about. */
type Options = ToastOptions & { link?: ToastLink; addedToCart?: number };
/** The code of the corner that shows a toast. The corner registers itself here, because `lib` may not import the app. */
export type ToastCode = { push: (kind: Kind, text: string, options: Options) => void };
let corner = (): Promise<ToastCode> => Promise.resolve({ push: () => {} });
export const toastsAppearIn = (load: () => Promise<ToastCode>) => {
  corner = load;
};

const show =
  (kind: Kind) =>
  (text: string, options: Options = {}): void => {
    isWanted = true;
    notifyWatcher();
    withRetry(corner).then(
      ({ push }) => push(kind, text, options),
      () => sayPlainly(text),
    );
  };

/** Shows short messages at the top right. The same text is shown only once at a time. */
export const toast = { success: show('success'), info: show('info'), warning: show('warning'), error: show('error') };
