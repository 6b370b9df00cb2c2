import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { pressedKey } from '#lib/pressed-key.ts';
import { IconButton } from '#ui/action/IconButton.tsx';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';

const JumpDialog = lazyWithRetry(async () => (await import('./JumpDialog')).JumpDialog);

/** Opens the dialog that goes to a place, as Ctrl+K and ⌘K do. */
export function JumpButton() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || pressedKey(event) !== 'k') return;
      event.preventDefault();
      // a dialog that is open has something to be finished first
      if (!document.querySelector('[role="dialog"]')) setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <IconButton label="Go to (Ctrl+K)" onClick={() => setOpen(true)}>
        <Search size={20} />
      </IconButton>
      {isOpen && (
        <SectionBoundary>
          <JumpDialog onClose={() => setOpen(false)} />
        </SectionBoundary>
      )}
    </>
  );
}
