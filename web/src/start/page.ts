/** The element that the app fills. It is not there yet while the page is still read. */
export const root = () => document.getElementById('root');

/** The same on a page that the server rendered, which names its app; null on others. */
export const renderedRoot = () => (root()?.dataset.app ? root() : null);

/** A page that the browser makes holds one line until its app is there (web/index.html). */
const waits = () => root()?.firstElementChild?.className.includes('waiting');

/** Whether the app is there. */
export function alive() {
  const rendered = renderedRoot();
  return rendered ? 'alive' in rendered.dataset : root()?.firstChild && !waits();
}
