import type { MouseEvent, ReactNode } from 'react';
import { cx } from '#lib/cx.ts';
import { shareAt } from '#ui/display/Waveform.tsx';
import styles from './Track.module.css';

/**
 * Makes a waveform clickable: the track plays from there. It is for the pointer only, because the play button and the player's
 * arrow keys do the same, and another tab stop in each row would be in the way.
 */
export function SeekArea({
  className,
  onSeek,
  children,
}: {
  className?: string;
  onSeek?: (part: number) => void;
  children: ReactNode;
}) {
  if (!onSeek) return <div className={className}>{children}</div>;
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    onSeek(shareAt(event));
    event.currentTarget.blur(); // the player uses the space key, which would also press this button
  };
  return (
    <button type="button" tabIndex={-1} aria-hidden className={cx(styles.seek, className)} onClick={onClick}>
      {children}
    </button>
  );
}
