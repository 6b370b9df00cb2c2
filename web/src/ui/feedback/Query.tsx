import type { ReactNode } from 'react';
import { cx } from '#lib/cx.ts';
import { Button } from '../action/Button';
import styles from './Query.module.css';

type QueryState<Data> = { data?: Data; error?: unknown; isFetching: boolean; refetch: () => unknown };

/**
 * Draws the state of a query: `skeleton` while there are no data, one sentence and Retry when it failed, else `children`. Loaded
 * data stay on the screen when a later try fails.
 */
export function Query<Data>({
  of,
  skeleton,
  errorText,
  errorClass,
  children,
}: {
  of: QueryState<Data>;
  skeleton: ReactNode;
  errorText: string | ((error: unknown) => string);
  /** For places where the page has no margins of its own. */
  errorClass?: string;
  children: (data: Data) => ReactNode;
}) {
  if (of.data !== undefined) return <>{children(of.data)}</>;
  if (of.error === undefined || of.isFetching) return <div aria-busy="true">{skeleton}</div>;
  return (
    <div className={cx(styles.error, errorClass)} role="alert">
      <p>{typeof errorText === 'string' ? errorText : errorText(of.error)}</p>
      <Button size="s" onClick={() => void of.refetch()}>
        Retry
      </Button>
    </div>
  );
}
