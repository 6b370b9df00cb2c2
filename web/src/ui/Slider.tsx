import { Slider as Radix } from 'radix-ui';
import styles from './Slider.module.css';

/** One thumb for each value; `labels` names them for those who do not see them. */
export function Slider({
  labels,
  value,
  min,
  max,
  step,
  onChange,
  onCommit,
  valueText,
}: {
  labels: readonly string[];
  value: readonly number[];
  min: number;
  max: number;
  step: number;
  onChange: (value: number[]) => void;
  onCommit?: (value: number[]) => void;
  valueText?: (value: number) => string;
}) {
  return (
    <Radix.Root
      className={styles.root}
      value={[...value]}
      min={min}
      max={max}
      step={step}
      onValueChange={onChange}
      onValueCommit={onCommit}
    >
      <Radix.Track className={styles.track}>
        <Radix.Range className={styles.range} />
      </Radix.Track>
      {value.map((at, i) => (
        <Radix.Thumb key={labels[i]} className={styles.thumb} aria-label={labels[i]} aria-valuetext={valueText?.(at)} />
      ))}
    </Radix.Root>
  );
}
