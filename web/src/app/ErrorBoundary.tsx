import type { ReactNode } from 'react';
import { ErrorPage } from '../pages/storefront/ErrorPage';
import { ErrorBoundary as Boundary } from '../ui/ErrorBoundary';

/** Stands around whole pages: the header and the way to other pages stay when one breaks. */
export const ErrorBoundary = ({ children, place }: { children: ReactNode; place: string }) => (
  <Boundary place={place} instead={(error, again) => <ErrorPage error={error} again={again} />}>
    {children}
  </Boundary>
);
