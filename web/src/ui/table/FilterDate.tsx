import styles from './FilterSelect.module.css';

/** A filter for a day, as `2026-03-01`; an empty text means no filter. */
export function FilterDate({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className={styles.filter}>
      <span className={styles.label}>{label}</span>
      <input className={styles.date} type="date" value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}
