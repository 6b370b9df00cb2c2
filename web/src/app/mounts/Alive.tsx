import { useEffect } from 'react';

/**
 * Tells the page's start script (web/src/start/main.ts) that the app handles clicks from now on. It stands beside the page, which
 * React hydrates after its frame: while the page is not hydrated, React may replace the buttons of the kept clicks.
 */
export function Alive() {
  useEffect(() => void window.dispatchEvent(new Event('shop-alive')), []);
  return null;
}
