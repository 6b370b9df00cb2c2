import { useState } from 'react';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import styles from './BoughtPackage.module.css';

const PackageInside = lazyWithRetry(async () => (await import('./PackageInside')).PackageInside, { quiet: true });

/** What is inside a bought package, as the check has drawn it. It is asked for when it is opened. */
export function BoughtPackage({ packageId, name }: { packageId: number; name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.bought} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        What is inside <span dir="auto">{name}</span>: waveforms, loudness and notes of the check
      </summary>
      {isOpen && (
        <SectionBoundary waiting={<p className="muted">Loading…</p>}>
          <PackageInside packageId={packageId} />
        </SectionBoundary>
      )}
    </details>
  );
}
