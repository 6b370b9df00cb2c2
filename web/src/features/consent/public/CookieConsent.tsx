import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { Button } from '../../../ui/action/Button';
import { accept, decline, isDecided } from './consent';
import styles from './CookieConsent.module.css';

/** Asks for consent at the bottom of the page. It takes no focus and covers nothing (docs/product/screens.md#cookie-consent). */
export function CookieConsent() {
  const [open, setOpen] = useState(() => !isDecided());
  if (!open) return null;
  const close = (decision: () => void) => () => {
    decision();
    setOpen(false);
  };
  return (
    <section className={styles.consent} aria-label="Cookie consent">
      <div className={`wrap ${styles.row}`}>
        <p>
          We use cookies to keep you logged in and to remember your choices. More in our{' '}
          <Link to={paths.privacy}>Privacy Policy</Link>.
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
