import styles from './FilterSelect.module.css';
import { Select } from '../form/Select';

/** The choice of a filter that leaves nothing out. */
export const ALL = { value: '', text: 'All' };

/** A filter with a few values; the empty value means all. */
export function FilterSelect({
  label,
  value,
  onChange,
  options,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; text: string }[];
}) {
  return (
    <label className={styles.filter}>
      <span className={styles.label}>{label}</span>
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </Select>
    </label>
  );
}
