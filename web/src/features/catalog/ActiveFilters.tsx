import { X } from 'lucide-react';
import { Button } from '../../ui/Button';
import { activeFilters, NO_FILTERS, type Filters } from './filters';
import styles from './FilterPanel.module.css';

/** What is filtered by, each to be taken away by a click. */
export function ActiveFilters({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const active = activeFilters(filters);
  if (active.length === 0) return null;
  return (
    <div className={styles.chips} role="group" aria-label="Active filters">
      {active.map(({ label, without }) => (
        <button
          key={label}
          type="button"
          className={styles.chip}
          aria-label={`Remove filter ${label}`}
          onClick={() => onChange(without)}
        >
          {label} <X size={14} />
        </button>
      ))}
      <Button variant="ghost" size="s" onClick={() => onChange(NO_FILTERS)}>
        Reset Filters
      </Button>
    </div>
  );
}
