import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { useElapsed } from '#lib/time/use-elapsed.ts';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';

const APPEAR_MS = 3000;

const PopupContents = lazyWithRetry(async () => (await import('./PopupContents')).PopupContents, { quiet: true });

/** Shows the pop-ups three seconds after the page. Without their code, they do not appear. */
export function Popups() {
  const due = useElapsed(APPEAR_MS);
  return due ? (
    <SectionBoundary instead={null}>
      <PopupContents />
    </SectionBoundary>
  ) : null;
}
