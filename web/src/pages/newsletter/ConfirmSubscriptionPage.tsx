import { useParams } from 'react-router-dom';
import { ConfirmSubscription } from '#features/newsletter/public/ConfirmSubscription.tsx';
import styles from '../storefront/MessagePage.module.css';

/** The page of the link in the confirmation mail. */
export const ConfirmSubscriptionPage = () => (
  <section className={`wrap ${styles.page}`}>
    <ConfirmSubscription token={useParams().token} />
  </section>
);
