/** False while the server renders a page: there is no document, no storage and no sound. */
export const inBrowser = typeof document !== 'undefined';
