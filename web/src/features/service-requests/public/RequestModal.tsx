import type { Service } from '@shop/contracts/constants';
import type { ReactElement } from 'react';
import { useDetails } from '../../session/details-api';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { CoProducing } from './CoProducing';
import { MixingMastering } from './MixingMastering';
import type { Requester } from './RequestForm';
import { SERVICE_TEXTS } from './services';
import styles from './Services.module.css';
import { TrackOrder } from './TrackOrder';

const FORMS: Record<Service, (props: { requester: Requester; onSent: () => void }) => ReactElement> = {
  'music-production': TrackOrder,
  'co-producing': CoProducing,
  'mixing-mastering': MixingMastering,
};

/** The request of one service. A click beside the modal does not discard the typed text. */
export function RequestModal({ service, open, onClose }: { service: Service; open: boolean; onClose: () => void }) {
  const { data, isLoading } = useDetails();
  const Form = FORMS[service];
  const requester = { name: data ? `${data.user.name} ${data.user.last_name}` : '', email: data?.user.email ?? '' };

  return (
    <Dialog title={SERVICE_TEXTS[service].name} open={open} onOpenChange={onClose} wide stays>
      {isLoading ? (
        <div className={styles.form} role="status" aria-label="Loading">
          {[1, 2, 3].map((bar) => (
            <Skeleton key={bar} height="48px" />
          ))}
        </div>
      ) : (
        <Form requester={requester} onSent={onClose} />
      )}
    </Dialog>
  );
}
