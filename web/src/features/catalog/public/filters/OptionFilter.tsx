import { cx } from '#lib/cx.ts';
import type { Option } from './filters';
import styles from './FilterPanel.module.css';

/** One facet as checkboxes with counts, or as small tiles where the words are short. */
export function OptionFilter({
  legend,
  options,
  selection,
  tiles,
  onToggle,
}: {
  legend: string;
  options: readonly Option[];
  selection: readonly string[];
  tiles: boolean;
  onToggle: (value: string) => void;
}) {
  if (options.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={tiles ? styles.tiles : styles.options}>
        {options.map(({ value, count }) => (
          <label key={value} className={cx(tiles ? styles.tile : styles.option, count === 0 && styles.none)}>
            <input type="checkbox" checked={selection.includes(value)} onChange={() => onToggle(value)} />
            <span className={styles.value}>{value}</span>
            <span className={styles.count} aria-hidden>
              {count}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
