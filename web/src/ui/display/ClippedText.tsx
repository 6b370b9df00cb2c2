import type { ReactNode } from 'react';
import { cx } from '#lib/cx.ts';
import styles from './ClippedText.module.css';

type Tag = 'p' | 'span' | 'strong' | 'h3' | 'h4';

/**
 * A text in one line whose end is cut off where it has no room. The end of a text that is written from right to left is at the
 * left: the element takes its direction from the text, so nothing within it may have a `dir` of its own. A text of a person
 * shares it with no words of the shop's.
 */
export const ClippedText = ({
  as: Tag = 'span',
  className,
  title,
  children,
}: {
  as?: Tag;
  className?: string;
  title?: string;
  children: ReactNode;
}) => (
  <Tag className={cx(styles.clipped, className)} title={title} dir="auto">
    {children}
  </Tag>
);
