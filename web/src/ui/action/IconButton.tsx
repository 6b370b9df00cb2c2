import type { ComponentProps } from 'react';
import { cx } from '#lib/cx.ts';
import styles from './IconButton.module.css';

/** A button that shows only an icon; `label` is its name. `current` marks the choice that holds among several. */
export function IconButton({
  label,
  size = 'm',
  current = false,
  title = label,
  className,
  ...rest
}: ComponentProps<'button'> & { label: string; size?: 's' | 'm'; current?: boolean }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={title}
      aria-current={current || undefined}
      className={cx(styles.button, styles[size], className)}
      {...rest}
    />
  );
}
