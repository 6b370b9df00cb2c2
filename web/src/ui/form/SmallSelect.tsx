import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './SmallSelect.module.css';

/** A select among a list's tools or in its rows; `tone` colours its frame. Its options are children. */
export const SmallSelect = ({ tone, ...select }: ComponentProps<'select'> & { tone?: 'signal' | 'warm' }) => (
  <span className={styles.select} data-tone={tone}>
    <select {...select} />
    <ChevronDown size={14} aria-hidden />
  </span>
);
