import type { ReactNode } from 'react';
import { reportOnce } from '#lib/report-once.ts';
import { ErrorBoundary } from './ErrorBoundary';

/** One item of a list. When it cannot be drawn, the other items still are. */
export const RowBoundary = ({
  children,
  instead = <li className="muted">This entry cannot be shown.</li>,
}: {
  children: ReactNode;
  instead?: ReactNode;
}) => (
  <ErrorBoundary quiet onCatch={(error) => reportOnce('An entry of a list could not be drawn', error)} instead={() => instead}>
    {children}
  </ErrorBoundary>
);
