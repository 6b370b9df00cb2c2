import { Suspense, type ReactNode } from 'react';
import { NotLoaded } from '#lib/loading/with-retry.ts';
import { Button } from '../action/Button';
import { ErrorBoundary } from './ErrorBoundary';
import styles from './Query.module.css';

type Section = {
  children: ReactNode;
  /** Shown while the part loads. */
  waiting?: ReactNode;
  /** Shown when the part breaks: null for a part that appears by itself; by default a sentence with a remedy. */
  instead?: ReactNode;
  place?: string | number;
  onCatch?: () => void;
};

/** An independent part of the page. When it breaks or its code cannot be loaded, the rest stays as it is. */
export function SectionBoundary({ children, waiting, instead, place, onCatch }: Section) {
  return (
    <ErrorBoundary
      {...(place !== undefined && { place })}
      onCatch={onCatch}
      instead={(error, again) => (instead === undefined ? <Missing error={error} again={again} /> : instead)}
    >
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  );
}

const Missing = ({ error, again }: { error: unknown; again: () => void }) => (
  <div className={styles.error} role="alert">
    <p>
      {error instanceof NotLoaded
        ? 'This part could not be loaded. Please check your connection.'
        : 'This part could not be shown. That is our fault, not yours.'}
    </p>
    <Button size="s" onClick={again}>
      Try Again
    </Button>
  </div>
);
