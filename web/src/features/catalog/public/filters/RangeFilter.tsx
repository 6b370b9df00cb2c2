import type { KeyboardEvent } from 'react';
import { Slider } from '#ui/form/Slider.tsx';
import type { Range } from './filters';
import styles from './FilterPanel.module.css';

type Limits = { min: number; max: number; step: number };

/** Two thumbs and two number fields for one range. Its upper end means "and over". */
export function RangeFilter({
  name,
  range: [from, to],
  limits,
  text,
  onChange,
}: {
  name: string;
  range: Range;
  limits: Limits;
  text: (value: number) => string;
  onChange: (range: Range) => void;
}) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend} dir="auto">
        {name}
      </legend>
      <Slider
        labels={[`Lowest ${name}`, `Highest ${name}`]}
        value={[from, to]}
        {...limits}
        onChange={([low, high]) => onChange([low ?? from, high ?? to])}
        valueText={(value) => (value === limits.max ? `${text(value)} and over` : text(value))}
      />
      <div className={styles.numbers}>
        <Bound label={`${name} from`} value={from} limits={{ ...limits, max: to }} onChange={(value) => onChange([value, to])} />
        <span aria-hidden>–</span>
        <Bound label={`${name} to`} value={to} limits={{ ...limits, min: from }} onChange={(value) => onChange([from, value])} />
        <span className={styles.over}>{to === limits.max && 'and over'}</span>
      </div>
    </fieldset>
  );
}

/** A number that takes effect on Enter or when the field loses the focus, rounded to the nearest allowed step. */
function Bound({
  label,
  value,
  limits,
  onChange,
}: {
  label: string;
  value: number;
  limits: Limits;
  onChange: (value: number) => void;
}) {
  const finish = (input: HTMLInputElement) => {
    const typedValue = input.valueAsNumber;
    const allowedValue = Math.min(Math.max(Math.round(typedValue / limits.step) * limits.step, limits.min), limits.max);
    const next = Number.isNaN(typedValue) ? value : allowedValue;
    input.value = String(next);
    if (next !== value) onChange(next);
  };
  return (
    <input
      key={value}
      className={styles.number}
      type="number"
      aria-label={label}
      defaultValue={value}
      {...limits}
      onBlur={(event) => finish(event.currentTarget)}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => event.key === 'Enter' && finish(event.currentTarget)}
    />
  );
}
