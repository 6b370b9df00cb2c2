import { restoreFocus } from './focus-keeper';
import { stayOnPage } from './stay-on-page';

/**
 * What is kept for the whole window, in one chunk beside the first load.
 * @returns what stops it
 */
export function startWindowEffects() {
  const stops = [restoreFocus(), blockComposingKeys(), stayOnPage()];
  return () => stops.forEach((stop) => stop());
}

/** The code of a key that an input method uses. Safari gives it also to the key that ends a composition, when the rest is over. */
const USED_BY_INPUT_METHOD = 229;

function blockFromPage(event: KeyboardEvent) {
  if (event.isComposing || event.keyCode === USED_BY_INPUT_METHOD) event.stopImmediatePropagation();
}

/**
 * Keeps the keys of an input method from every handler of the page, also those of libraries: Escape and Enter end a composition,
 * and must neither close a dialog nor send a form. The input method itself still gets them.
 * @returns what stops it
 */
function blockComposingKeys() {
  window.addEventListener('keydown', blockFromPage, true);
  return () => window.removeEventListener('keydown', blockFromPage, true);
}
