import { useState } from 'react';
import { Button } from '#ui/action/Button.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import styles from './UploadGuide.module.css';
import { SCREENS } from './screens';

export function Gallery() {
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const step = (by: 1 | -1) => setAt((at + by + SCREENS.length) % SCREENS.length);
  const { name, caption, Picture } = SCREENS[at] ?? SCREENS[0];

  return (
    <>
      <ul className={styles.gallery}>
        {SCREENS.map(({ name, Picture }, i) => (
          <li key={name}>
            {/* beside the button: the words of a drawing are no part of what the button is called */}
            <div className={styles.small} aria-hidden>
              <Picture />
            </div>
            <button
              type="button"
              aria-label={`Open example ${i + 1}: ${name}`}
              onClick={() => {
                setAt(i);
                setOpen(true);
              }}
            >
              <span className="mono">{i + 1}</span> <span dir="auto">{name}</span>
            </button>
          </li>
        ))}
      </ul>
      <Dialog
        title={`Example ${at + 1} of ${SCREENS.length}: ${name}`}
        open={open}
        onOpenChange={setOpen}
        wide
        footer={
          <>
            <Button size="s" onClick={() => step(-1)}>
              Previous
            </Button>
            <Button size="s" onClick={() => step(1)}>
              Next
            </Button>
          </>
        }
      >
        <div className={styles.picture} tabIndex={0} role="group" aria-label="Picture">
          <Picture />
        </div>
        <p className={styles.caption} aria-live="polite">
          {caption}
        </p>
      </Dialog>
    </>
  );
}
