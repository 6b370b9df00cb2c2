import type { ComponentProps } from 'react';
import { cx } from '#lib/cx.ts';
import field from './Field.module.css';
import styles from './Select.module.css';

/**
 * The browser's own select, the only one of the shop: it works on phones and without scripts. Its options are children. It is as
 * small as a list's tools, or as wide as the fields of a form; `tone` colours its frame.
 */
export const Select = ({ tone, wide, ...select }: ComponentProps<'select'> & { tone?: 'signal' | 'warm'; wide?: boolean }) => (
  <span className={cx(styles.select, wide && styles.wide)} data-tone={tone}>
    <select className={wide ? field.control : styles.small} {...select} />
  </span>
);
