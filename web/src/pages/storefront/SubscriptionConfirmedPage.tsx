import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageHead } from '../../lib/PageHead';
import { paths } from '../../lib/paths';
import { toast } from '../../lib/toast';
import { ButtonLink } from '../../ui/Button';
import styles from './MessagePage.module.css';

/** Spec 3 §2: the address is told when the link names it. */
export function SubscriptionConfirmedPage() {
  const email = useSearchParams()[0].get('email')?.slice(0, 254);
  useEffect(() => toast.success('Subscription confirmed successfully!'), []);
  return (
    <section className={`wrap ${styles.page}`}>
      <PageHead title="Subscription confirmed" description="You are subscribed to the newsletter." />
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
