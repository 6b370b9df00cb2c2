/** The element that the app fills. It is missing while the browser still reads the page. */
export const root = () => document.getElementById('root');

/** The root of a page that the server rendered, which names its app; null on other pages. */
export const renderedRoot = () => (root()?.dataset.app ? root() : null);

/** Whether the page still has the line that it shows without its app (web/index.html). */
const waits = () => root()?.firstElementChild?.className.includes('waiting');

export function alive() {
  const renderedPage = renderedRoot();
  return renderedPage ? 'alive' in renderedPage.dataset : root()?.firstChild && !waits();
}
