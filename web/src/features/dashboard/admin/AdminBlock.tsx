import type { ReactNode } from 'react';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import styles from './AdminBlock.module.css';

/** A part of the dashboard that can fail alone. Its data are null when its service did not answer. */
export function AdminBlock<Figures>({
  title,
  className,
  of,
  children,
}: {
  title: string;
  className?: string;
  of: Figures | null;
  children: (figures: Figures) => ReactNode;
}) {
  return (
    <section className={className} aria-label={title}>
      <h2 className={styles.heading} dir="auto">
        {title}
      </h2>
      {of === null ? (
        <p className={styles.missing}>Not available right now.</p>
      ) : (
        <SectionBoundary>
          <Drawing of={of} draw={children} />
        </SectionBoundary>
      )}
    </section>
  );
}

const Drawing = <Figures,>({ of, draw }: { of: Figures; draw: (figures: Figures) => ReactNode }) => <>{draw(of)}</>;
