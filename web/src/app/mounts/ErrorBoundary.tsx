import type { ReactNode } from 'react';
import { ErrorPage } from '#pages/storefront/ErrorPage.tsx';
import { ErrorBoundary as Boundary } from '#ui/feedback/ErrorBoundary.tsx';
import { Alive } from './Alive';

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
