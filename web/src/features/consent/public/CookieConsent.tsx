import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/action/Button.tsx';
import { accept, decline, isAccepted, isDecided } from './consent';
import styles from './CookieConsent.module.css';

/** Without its code, the visit is not measured. */
const measureVisit = () =>
  import('./measure-visit').then(
    (measuring) => measuring.measureVisit(),
    () => {},
  );

/** Asks for consent at the bottom of the page. It takes no focus and covers nothing (docs/product/screens.md#cookie-consent). */
export function CookieConsent() {
  const [hasAccepted, setHasAccepted] = useState(isAccepted);
  const [open, setOpen] = useState(() => !isDecided());
  useEffect(() => {
    if (hasAccepted) void measureVisit();
  }, [hasAccepted]);
  if (!open) return null;
  const close = (decision: () => void) => () => {
    decision();
    setHasAccepted(isAccepted());
    setOpen(false);
  };
  return (
    <section className={styles.consent} aria-label="Cookie consent">
      <div className={`wrap ${styles.row}`}>
        <p>
          We use cookies to keep you logged in and to remember your choices. If you accept, we also measure how fast our pages are
          for you. More in our <Link to={paths.privacy}>Privacy Policy</Link>.
        </p>
        <div className={styles.buttons}>
          <Button size="s" onClick={close(decline)}>
            Decline
          </Button>
          <Button size="s" variant="primary" onClick={close(accept)}>
            Accept
          </Button>
        </div>
      </div>
    </section>
  );
}
