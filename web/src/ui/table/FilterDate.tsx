import styles from './FilterSelect.module.css';
import { useTypedText } from '../form/use-typed-text';

/** A year that is being typed is a year already: 2, 20, 202. */
const isWhole = (day: string) => day === '' || day >= '1000-01-01';

/** A filter for a day, as `2026-03-01`; an empty text means no filter. It is reported once the typing pauses. */
export function FilterDate({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const [day, setDay] = useTypedText(value, (text) => isWhole(text) && onChange(text));
  return (
    <label className={styles.filter}>
      <span className={styles.label}>{label}</span>
      <input
        className={styles.date}
        type="date"
        max="9999-12-31"
        value={day}
        onChange={({ target }) => setDay(target.value)}
        onBlur={() => !isWhole(day) && setDay(value)}
      />
    </label>
  );
}
