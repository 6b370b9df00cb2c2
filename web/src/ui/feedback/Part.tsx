import { Suspense, type ReactNode } from 'react';
import { NotLoaded } from '../../lib/loading/persistently';
import { Button } from '../action/Button';
import { ErrorBoundary } from './ErrorBoundary';
import styles from './Query.module.css';

type What = {
  children: ReactNode;
  /** While it loads. */
  waiting?: ReactNode;
  /** What stands there when it breaks, nothing for what nobody asked for; by default a sentence with the way out. */
  instead?: ReactNode;
  place?: string | number;
  onCatch?: () => void;
};

/** A part of the page with a life of its own: when it breaks, or its code cannot be loaded, all else stays as it is. */
export function Part({ children, waiting, instead, place, onCatch }: What) {
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
