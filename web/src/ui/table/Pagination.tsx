import { Button } from '../action/Button';
import styles from './Pagination.module.css';

/** Previous and Next, shown only when there is more than one page. At an end the button stays, so that it keeps the focus. */
export function Pagination({
  page,
  totalPages,
  total,
  onChange,
}: {
  page: number;
  totalPages: number;
  total: number;
  onChange: (page: number) => void;
}) {
  if (totalPages <= 1 && page <= 1) return null;
  const turn = (by: number) => {
    const to = Math.max(1, Math.min(page + by, totalPages));
    if ((to - page) * by > 0) onChange(to);
  };
  return (
    <nav className={styles.pages} aria-label="Pages">
      <Button size="s" aria-disabled={page <= 1} onClick={() => turn(-1)}>
        Previous
      </Button>
      <p className="mono muted" aria-live="polite">
        Page {page} of {totalPages} · {total} in all
      </p>
      <Button size="s" aria-disabled={page >= totalPages} onClick={() => turn(1)}>
        Next
      </Button>
    </nav>
  );
}
