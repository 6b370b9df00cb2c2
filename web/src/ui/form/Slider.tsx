import type { CSSProperties, PointerEvent } from 'react';
import styles from './Slider.module.css';

/**
 * A slider with one thumb or two, made of the browser's own range inputs. Two thumbs never cross. `labels` names each thumb for
 * screen readers.
 */
export function Slider({
  labels,
  value,
  min,
  max,
  step,
  onChange,
  valueText,
}: {
  labels: readonly string[];
  value: readonly number[];
  min: number;
  max: number;
  step: number;
  onChange: (value: number[]) => void;
  valueText?: (value: number) => string;
}) {
  const part = (at: number) => (at - min) / (max - min);
  const change = (thumb: number, to: number) =>
    onChange(value.map((at, i) => (i === thumb ? Math.min(Math.max(to, value[i - 1] ?? min), value[i + 1] ?? max) : at)));

  /** The two inputs overlap and let clicks through. A click on the track moves the nearer thumb. */
  const onTrack = (event: PointerEvent<HTMLDivElement>) => {
    if (value.length === 1 || event.target !== event.currentTarget) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const to = min + Math.round((((event.clientX - left) / width) * (max - min)) / step) * step;
    const distances = value.map((at) => Math.abs(at - to));
    change(distances.indexOf(Math.min(...distances)), to);
  };

  const [from, to = from] = value.length === 1 ? [0, ...value.map(part)] : value.map(part);
  return (
    <div className={styles.root} style={{ '--from': from, '--to': to } as CSSProperties} onPointerDown={onTrack}>
      {value.map((at, i) => (
        <input
          key={labels[i]}
          type="range"
          className={value.length > 1 ? styles.oneOfTwo : styles.single}
          // When both thumbs are at the upper end, only the lower one can move, so it is on top.
          style={{ zIndex: i === 0 && part(at) > 0.5 ? 1 : undefined }}
          aria-label={labels[i]}
          aria-valuetext={valueText?.(at)}
          min={min}
          max={max}
          step={step}
          value={at}
          onChange={(event) => change(i, Number(event.target.value))}
        />
      ))}
    </div>
  );
}
