import type { VitalsForm } from '@shop/contracts/forms';
import { PAGE_NAMES, PAGES } from '@shop/contracts/pages';
import { matchPath } from 'react-router-dom';
import { onCLS, onINP, onLCP } from 'web-vitals';

/** Rounds milliseconds and shares of the screen to the precision that the shop needs. */
const round = (value: number, digits: number) => Number(value.toFixed(digits));

/**
 * Measures this visit, and reports it once, when the visitor first leaves or hides the page: the first page, the kind of device,
 * and three figures (docs/product/screens.md#cookie-consent).
 */
export function measureVisit() {
  const page = firstPage();
  if (!page) return;
  const vitals: VitalsForm = { page, device: window.matchMedia('(max-width: 768px)').matches ? 'phone' : 'computer' };
  onLCP(({ value }) => (vitals.largestPaintMs = round(value, 0)));
  onCLS(({ value }) => (vitals.layoutShift = round(value, 4)));
  onINP(({ value }) => (vitals.interactionDelayMs = round(value, 0)));
  const sendVitals = () => {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', sendVitals);
    navigator.sendBeacon('/api/vitals', new Blob([JSON.stringify(vitals)], { type: 'application/json' }));
  };
  // The three listen to the same event. They were added first, so their figures are ready.
  document.addEventListener('visibilitychange', sendVitals);
}

/** The page that the document was loaded for. The visitor may be on another page by now. */
function firstPage() {
  const [navigation] = performance.getEntriesByType('navigation');
  const { pathname } = new URL(navigation?.name ?? window.location.href);
  return PAGE_NAMES.find((name) => matchPath(PAGES[name], pathname));
}
