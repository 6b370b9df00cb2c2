import type { SellerAdminView } from '@shop/contracts/views';
import { Dialog } from '../../../ui/overlay/Dialog';
import { AdminReasonForm } from './AdminReasonForm';

type Props = { store: SellerAdminView | null; onClose: () => void; onRefuse: (reason: string) => Promise<boolean> };

/** Asks why an identity document is refused. The store becomes inactive, and its owner may send another document. */
export function AdminRefuseDialog({ store, onClose, onRefuse }: Props) {
  return (
    <Dialog title="Refuse document" open={store !== null} onOpenChange={onClose} stays>
      {store && (
        <AdminReasonForm
          key={store.id}
          place={`refuse ${store.id}`}
          recipient={store.user.email}
          missing="Please say why the document is refused"
          action="Refuse"
          onReason={onRefuse}
        >
          <strong dir="auto">{store.shop_name}</strong>{' '}
          <span className="muted">becomes inactive; the owner can send another document.</span>
        </AdminReasonForm>
      )}
    </Dialog>
  );
}
