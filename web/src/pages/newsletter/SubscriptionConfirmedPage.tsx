import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import styles from '../storefront/MessagePage.module.css';

/** The page after a confirmation. It names the e-mail address when the link carries it. */
export function SubscriptionConfirmedPage() {
  const email = useSearchParams()[0].get('email')?.slice(0, 254);
  useEffect(() => toast.success('Subscription confirmed successfully!'), []);
  return (
    <section className={`wrap ${styles.page}`}>
      <h1>Subscription Confirmed!</h1>
      <p className="muted">
        {email ? `New tracks will be announced to ${email}.` : 'You will hear of new tracks before they are gone.'}
      </p>
      <ButtonLink variant="primary" to={paths.shop}>
        To the shop
      </ButtonLink>
    </section>
  );
}
