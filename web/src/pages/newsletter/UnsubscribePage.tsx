import { useParams } from 'react-router-dom';
import { Unsubscribe } from '#features/newsletter/public/Unsubscribe.tsx';
import styles from '../storefront/MessagePage.module.css';

/** The page of the link in every newsletter. */
export const UnsubscribePage = () => (
  <section className={`wrap ${styles.page}`} role="status">
    <Unsubscribe token={useParams().token} />
  </section>
);
