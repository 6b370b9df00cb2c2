import type { SellerAdminView } from '@shop/contracts/views';
import { AdminReasonDialog } from './AdminReasonDialog';

type Props = { store: SellerAdminView; onClose: () => void; onRefuse: (reason: string) => Promise<boolean> };

/** Asks why an identity document is refused. The store becomes inactive, and its owner may send another document. */
export function AdminRefuseDialog({ store, onClose, onRefuse }: Props) {
  return (
    <AdminReasonDialog
      title="Refuse document"
      place={`refuse ${store.id}`}
      recipient={store.user.email}
      missing="Please say why the document is refused"
      action="Refuse"
      onReason={onRefuse}
      onClose={onClose}
    >
      <strong dir="auto">{store.shop_name}</strong>{' '}
      <span className="muted">becomes inactive; the owner can send another document.</span>
    </AdminReasonDialog>
  );
}
