import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { cx } from '#lib/cx.ts';
import styles from './Button.module.css';
import { Spinner } from './Spinner';

type Look = { variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'onSignal'; size?: 's' | 'm'; block?: boolean };

const look = ({ variant = 'secondary', size = 'm', block }: Look, className?: string) =>
  cx(styles.button, styles[variant], styles[size], block && styles.block, className);

/** While `busy` it keeps its width and its text, shows a spinner and ignores clicks. */
export function Button({
  variant,
  size,
  block,
  busy = false,
  disabled,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean }) {
  return (
    <button
      type="button"
      className={look({ variant, size, block }, className)}
      disabled={disabled || busy}
      aria-busy={busy}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

export function ButtonLink({ variant, size, block, className, ...rest }: LinkProps & Look) {
  return <Link className={look({ variant, size, block }, className)} {...rest} />;
}
