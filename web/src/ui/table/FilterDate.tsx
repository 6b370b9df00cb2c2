import styles from './FilterSelect.module.css';

/** A day among a list's tools, as `2026-03-01`; empty stands for none. */
export function FilterDate({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className={styles.filter}>
      <span className={styles.label}>{label}</span>
      <input className={styles.date} type="date" value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}
