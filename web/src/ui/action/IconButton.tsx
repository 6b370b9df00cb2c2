import type { ComponentProps } from 'react';
import { cx } from '../../lib/cx';
import styles from './IconButton.module.css';

/** A button that shows only an icon; `label` is its name. `pressed` makes it a toggle. */
export function IconButton({
  label,
  size = 'm',
  pressed,
  className,
  ...rest
}: ComponentProps<'button'> & { label: string; size?: 's' | 'm'; pressed?: boolean }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      className={cx(styles.button, styles[size], className)}
      {...rest}
    />
  );
}
