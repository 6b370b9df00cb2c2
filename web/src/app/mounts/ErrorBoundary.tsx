import { useEffect, type ReactNode } from 'react';
import { ErrorPage } from '#pages/storefront/ErrorPage.tsx';
import { ErrorBoundary as Boundary } from '#ui/feedback/ErrorBoundary.tsx';

/**
 * Tells the page's start script (web/src/start/main.ts) that the app handles clicks from now on. It stands beside the page, which
 * React hydrates after its frame: while the page is not hydrated, React may replace the buttons of the kept clicks.
 */
export function Alive() {
  useEffect(() => void window.dispatchEvent(new Event('shop-alive')), []);
  return null;
}

/** Catches errors of a whole page, so that the header and the links to other pages stay. */
export const ErrorBoundary = ({ children, place }: { children: ReactNode; place: string }) => (
  <Boundary
    place={place}
    instead={(error, again) => (
      <>
        <ErrorPage error={error} again={again} />
        <Alive />
      </>
    )}
  >
    {children}
  </Boundary>
);
