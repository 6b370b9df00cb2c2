import type { AnnouncementView } from '@shop/contracts/views';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useDialogOpen } from '#lib/layers/use-dialog-open.ts';
import { paths } from '#lib/paths.ts';
import { useElapsed } from '#lib/time/use-elapsed.ts';
import { IconButton } from '#ui/action/IconButton.tsx';
import styles from './AnnouncementPopup.module.css';
import { AnnouncementText } from './AnnouncementText';
import { useActiveAnnouncementsQuery } from '../api/announcements-api';
import { dismissal } from './dismissal';

const FAILURE_MS = 5000;
/** On these pages, the popup must not cover the text about the buyer's money. */
const PAYING: string[] = [paths.checkout, paths.orderSuccess];

/**
 * Shows the shop's announcements once in a session. It waits while a dialog is open or somebody pays
 * (docs/product/screens.md#announcement-pop-up).
 */
export function AnnouncementPopup() {
  const { data, isError } = useActiveAnnouncementsQuery();
  const [isDismissed, setIsDismissed] = useState(dismissal.get);
  const dialogOpen = useDialogOpen();
  // Whoever closes a dialog gets the focus back where they were, perhaps a moment later.
  const [hasWaited, setHasWaited] = useState(dialogOpen);
  if (dialogOpen && !hasWaited) setHasWaited(true);
  const paying = PAYING.includes(useLocation().pathname);

  if (isDismissed) return null;
  if (isError) return <LoadFailure />;
  if (!data?.length || dialogOpen || paying) return null;
  return (
    <Announcements
      list={data}
      takesFocus={!hasWaited}
      onClose={() => {
        dismissal.keep();
        setIsDismissed(true);
      }}
    />
  );
}

function LoadFailure() {
  const isOver = useElapsed(FAILURE_MS);
  return isOver ? null : (
    <p className={styles.failure} role="status">
      Failed to load announcements
    </p>
  );
}

/** Whether an Escape belongs to the focused field, because it empties a search. */
const isForField = ({ target }: KeyboardEvent) =>
  target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';

type AnnouncementsProps = { list: AnnouncementView[]; takesFocus: boolean; onClose: () => void };

/** A region and not a dialog, because the page beside it stays usable. */
function Announcements({ list, takesFocus, onClose }: AnnouncementsProps) {
  const [at, setAt] = useState(0);
  const titleId = useId();
  const popup = useRef<HTMLElement>(null);
  const announcement = list[at % list.length];
  const turn = (by: number) => setAt((at + by + list.length) % list.length);

  useEffect(() => {
    // A visitor who is typing or choosing keeps the focus.
    const isFree = document.activeElement === document.body || document.activeElement?.id === 'main';
    if (takesFocus && isFree) popup.current?.focus();
  }, [takesFocus]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // An open menu or a field may use this Escape for itself.
      if (event.key === 'Escape' && !event.defaultPrevented && !isForField(event)) onClose();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onClose]);

  if (!announcement) return null;
  return (
    <section ref={popup} className={styles.popup} aria-labelledby={titleId} tabIndex={-1}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title} aria-live="polite" dir="auto">
          {announcement.title}
        </h2>
        <IconButton label="Close" onClick={onClose}>
          <X size={20} />
        </IconButton>
      </div>
      <div className={styles.body} tabIndex={0} role="group" aria-labelledby={titleId} key={announcement.id}>
        {announcement.image_path && <img className={styles.image} src={announcement.image_path} alt="" />}
        <AnnouncementText content={announcement.content} />
      </div>
      {list.length > 1 && (
        <div className={styles.turn}>
          <IconButton label="Previous announcement" onClick={() => turn(-1)}>
            <ChevronLeft size={20} />
          </IconButton>
          <span className="mono">
            {at + 1} / {list.length}
          </span>
          <IconButton label="Next announcement" onClick={() => turn(1)}>
            <ChevronRight size={20} />
          </IconButton>
        </div>
      )}
    </section>
  );
}
