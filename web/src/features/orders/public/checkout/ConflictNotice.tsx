import { Button } from '#ui/action/Button.tsx';
import styles from './Checkout.module.css';
import type { Change } from './conflict';
import { takeFocus } from './OrderOutcome';

const takeFocusFromNoField = (title: HTMLElement | null) => {
  if (!document.activeElement?.matches('input, select, textarea')) takeFocus(title);
};

/**
 * Says what changed while the buyer filled in the form, and offers the ways to go on. It takes the focus because the buttons for
 * paying wait, but not from a buyer who is typing: a track may be sold to somebody else at any moment.
 */
export function ConflictNotice({
  change,
  onRemove,
  onAccept,
  onDismiss,
}: {
  change: Change;
  onRemove: () => void;
  onAccept: () => void;
  onDismiss: () => void;
}) {
  return (
    <div className={styles.conflict} role="alert">
      <h3 tabIndex={-1} ref={takeFocusFromNoField}>
        Your order has changed
      </h3>
      <ul>
        {change.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="muted">Nothing was charged.</p>
      <div className={styles.ways}>
        {change.goneIds.length > 0 ? (
          <Button size="s" onClick={onRemove}>
            Remove and continue
          </Button>
        ) : (
          <Button size="s" onClick={onAccept}>
            Accept new price
          </Button>
        )}
        {change.onlyHeld && (
          <Button size="s" variant="ghost" onClick={onDismiss}>
            Keep it and try later
          </Button>
        )}
      </div>
    </div>
  );
}
