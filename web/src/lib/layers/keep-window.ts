import { blockComposingKeys } from './composing-keys';
import { restoreFocus } from './focus-keeper';

/**
 * What is kept for the whole window, in one chunk beside the first load.
 * @returns what stops it
 */
export function startWindowEffects() {
  const stops = [restoreFocus(), blockComposingKeys()];
  return () => stops.forEach((stop) => stop());
}
