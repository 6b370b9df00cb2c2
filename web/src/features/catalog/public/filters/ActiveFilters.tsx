import { X } from 'lucide-react';
import { Button } from '#ui/action/Button.tsx';
import { activeFilters, withoutFilters, type Filters } from './filters';
import styles from './FilterPanel.module.css';

export function ActiveFilters({
  filters,
  mixed,
  onChange,
}: {
  filters: Filters;
  /** The track that `filters.mixes` names. */
  mixed: { name: string } | undefined;
  onChange: (filters: Filters) => void;
}) {
  const active = activeFilters(filters, mixed);
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
      <Button variant="ghost" size="s" onClick={() => onChange(withoutFilters(filters))}>
        Reset Filters
      </Button>
    </div>
  );
}
