import { coverInWidth, coverSet } from '@shop/contracts/covers';
import { useState } from 'react';
import { cx } from '#lib/cx.ts';
import styles from './Cover.module.css';

/** `size` is the cover's width on the page in CSS pixels, or a `sizes` text when it is fluid. */
export function Cover({ src, alt, size, eager = false }: { src: string; alt: string; size: number | string; eager?: boolean }) {
  const [isBroken, setIsBroken] = useState(false);
  const fluid = typeof size === 'string';
  const box = fluid ? undefined : { width: size, height: size };
  if (!src || isBroken) return <span className={cx(styles.cover, fluid && styles.fluid)} style={box} aria-hidden />;
  return (
    <img
      className={cx(styles.cover, fluid && styles.fluid)}
      style={box}
      src={src}
      {...(src.endsWith('.webp') && {
        src: coverInWidth(src, 320),
        srcSet: coverSet(src),
        sizes: fluid ? size : `${size}px`,
      })}
      alt={alt}
      width={fluid ? 640 : size}
      height={fluid ? 640 : size}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      onError={() => setIsBroken(true)}
    />
  );
}
