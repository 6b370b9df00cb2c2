import type { ReactNode } from 'react';
import { Part } from '../../../ui/feedback/Part';
import styles from './Dashboard.module.css';

/** A part of the dashboard that can fail alone. Null data mean that its service did not answer. */
export function Block<Known>({
  title,
  width,
  of,
  children,
}: {
  title: string;
  width?: 'wide' | 'full';
  of: Known | null;
  children: (known: Known) => ReactNode;
}) {
  return (
    <section className={width && styles[width]} aria-label={title}>
      <h2 className={styles.heading} dir="auto">
        {title}
      </h2>
      {of === null ? (
        <p className={styles.missing}>Not available right now.</p>
      ) : (
        <Part>
          <Drawn of={of} draw={children} />
        </Part>
      )}
    </section>
  );
}

const Drawn = <Known,>({ of, draw }: { of: Known; draw: (known: Known) => ReactNode }) => draw(of);
