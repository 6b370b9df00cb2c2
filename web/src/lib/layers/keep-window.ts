import { keepComposingKeys } from './composing-keys';
import { keepFocus } from './focus-keeper';

/**
 * What is kept for the whole window, in one chunk beside the first load.
 * @returns what stops it
 */
export function keepWindow() {
  const stops = [keepFocus(), keepComposingKeys()];
  return () => stops.forEach((stop) => stop());
}
