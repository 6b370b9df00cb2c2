import { Button } from '../action/Button';
import styles from './Pagination.module.css';

/** Previous and Next, shown only when there is more than one page. */
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
  return (
    <nav className={styles.pages} aria-label="Pages">
      <Button size="s" disabled={page <= 1} onClick={() => onChange(Math.min(page - 1, totalPages))}>
        Previous
      </Button>
      <p className="mono muted" aria-live="polite">
        Page {page} of {totalPages} · {total} in all
      </p>
      <Button size="s" disabled={page >= totalPages} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
