import { Link } from 'react-router-dom';
import { ServiceCards } from '#features/service-requests/public/ServiceCards.tsx';
import { useRequestedService } from '#features/service-requests/public/use-requested-service.ts';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import { DemoTracks } from './service/DemoTracks';
import styles from './service/ServicePage.module.css';

// The forms and their schemas load when a visitor is about to order.
const loadModal = () => import('#features/service-requests/public/RequestModal.tsx');
const RequestModal = lazyWithRetry(async () => (await loadModal()).RequestModal);

export function ServicePage() {
  const { open, last, openings, request, close } = useRequestedService();
  return (
    <div className="wrap">
      <header className={styles.head}>
        <h1>Made to order</h1>
        <p>
          Tell us what you need and hear from us within 24-48 hours. Nothing is charged until we have agreed on the sound, the
          price and the day it is done.
        </p>
      </header>
      <ServiceCards onOrder={request} onNear={() => void loadModal().catch(() => {})} />
      <DemoTracks />
      <p className={styles.elsewhere}>
        You make tracks yourself? Offer them in the <Link to={paths.accountTab('seller')}>Seller Dashboard</Link>. Something
        picked already? <Link to={paths.cart}>Go to your cart</Link>.
      </p>
      {last && (
        <SectionBoundary
          place={openings}
          instead={null}
          onCatch={() => {
            toast.error('The form could not be loaded. Please check your connection and try again.');
            close(last);
          }}
        >
          <RequestModal key={openings} service={last} open={open} onClose={() => close(last)} />
        </SectionBoundary>
      )}
    </div>
  );
}
