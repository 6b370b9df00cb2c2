/** False while the server renders a page, without document, storage and sound. */
export const inBrowser = typeof document !== 'undefined';
