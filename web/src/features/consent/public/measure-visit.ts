import type { VitalsForm } from '@shop/contracts/forms';
import { PAGE_NAMES, PAGES } from '@shop/contracts/pages';
import { matchPath } from 'react-router-dom';
import { onCLS, onINP, onLCP } from 'web-vitals';

/** How many milliseconds, and shares of the screen, are told exactly enough. */
const round = (value: number, digits: number) => Number(value.toFixed(digits));

/**
 * Measures this visit and tells it to the shop once, when the visitor first leaves or hides the page: the page it began with, the kind of
 * device, and three figures (docs/product/screens.md#cookie-consent).
 */
export function measureVisit() {
  const page = firstPage();
  if (!page) return;
  const vitals: VitalsForm = { page, device: window.matchMedia('(max-width: 768px)').matches ? 'phone' : 'computer' };
  onLCP(({ value }) => (vitals.largestPaintMs = round(value, 0)));
  onCLS(({ value }) => (vitals.layoutShift = round(value, 4)));
  onINP(({ value }) => (vitals.interactionDelayMs = round(value, 0)));
  const tell = () => {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', tell);
    navigator.sendBeacon('/api/vitals', new Blob([JSON.stringify(vitals)], { type: 'application/json' }));
  };
  // the three listen to the same moment and were there before, so that their figures are in
  document.addEventListener('visibilitychange', tell);
}

/** The page that the document was loaded for; the visitor may be on another by now. */
function firstPage() {
  const [navigation] = performance.getEntriesByType('navigation');
  const { pathname } = new URL(navigation?.name ?? window.location.href);
  return PAGE_NAMES.find((name) => matchPath(PAGES[name], pathname));
}
