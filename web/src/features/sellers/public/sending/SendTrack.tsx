import { SUBMISSION_CLOCKS } from '@shop/contracts/constants';
import type { SellerView } from '@shop/contracts/views';
import { useState } from 'react';
import { useDetails } from '#features/session/details-api.ts';
import { Button } from '#ui/action/Button.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { DashboardSection } from '../parts/DashboardSection';
import { storeState } from '../parts/states';
import { MySubmissions } from './MySubmissions';
import { TrackForm } from './TrackForm';
import { useTrackForm } from './use-track-form';

type Store = Pick<SellerView, 'id' | 'status' | 'shop_name' | 'verification_photo' | 'verification_refused_at'>;

/** Why a store that is not active cannot send tracks yet, and the next step. */
const NOT_YET: Record<string, string> = {
  '0': 'You can send tracks once your store is active. Upload your identity document first.',
  pending: 'You can send tracks once your store is active. We are checking your document, within 48 hours.',
  inactive: 'Your store is not active, so it cannot send tracks. Please contact the admin.',
  refused: 'You can send tracks once your store is active. Send another identity document first.',
};

/** Send Track for active sellers, and the submissions so far (docs/product/review.md#sending-a-track). */
export function SendTrack({ seller }: { seller: Store }) {
  const { data } = useDetails();
  const active = seller.status === 'active';

  return (
    <DashboardSection
      title="Send Track"
      wide
      action={active && data && <SendTrackModal seller={seller} email={data.user.email} />}
    >
      <p className="muted">
        {active
          ? `We listen to every track and answer within ${SUBMISSION_CLOCKS.review} hours. An approved one is on sale within another ${SUBMISSION_CLOCKS.publication}.`
          : (NOT_YET[storeState(seller)] ?? NOT_YET.inactive)}
      </p>
      <MySubmissions seller={seller} email={(active && data?.user.email) || null} />
    </DashboardSection>
  );
}

/** The form state lives here and not in the modal, so that it survives when the modal is closed by mistake. */
function SendTrackModal({ seller, email }: { seller: Store; email: string }) {
  const [open, setOpen] = useState(false);
  const form = useTrackForm({ storeName: seller.shop_name, contactEmail: email }, () => setOpen(false));
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Send Track
      </Button>
      <Dialog title="Send Track" open={open} onOpenChange={setOpen} wide stays>
        <TrackForm form={form} />
      </Dialog>
    </>
  );
}
