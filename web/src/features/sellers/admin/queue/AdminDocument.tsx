import type { SellerAdminView } from '@shop/contracts/views';
import { useState } from 'react';
import { useMay } from '#features/session/admin-role.ts';
import { Button } from '#ui/action/Button.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { AdminDocumentPages } from './AdminDocumentPages';
import styles from './AdminQueue.module.css';

type DocumentOwner = Pick<
  SellerAdminView,
  'id' | 'shop_name' | 'verification_photo' | 'verification_pages' | 'verification_uploaded_at'
>;

/** Opens an identity document with the admin's token in a modal, page by page (docs/product/selling.md#judging-a-document). */
export function AdminDocument({ store }: { store: DocumentOwner }) {
  const may = useMay();
  const [open, setOpen] = useState(false);
  const { id, shop_name: name, verification_photo: photo, verification_pages: pages, verification_uploaded_at: version } = store;
  if (!photo) return <span className="muted">Not provided</span>;
  if (!may('readDocuments')) return <span className="muted">Sent</span>;
  return (
    <>
      <Button size="s" className={styles.view} aria-label={`View Document of ${name}`} onClick={() => setOpen(true)}>
        View Document
      </Button>
      <Dialog title={`Document of ${name}`} open={open} onOpenChange={setOpen} wide>
        <AdminDocumentPages key={version} id={id} version={version} name={name} pages={pages || 1} />
      </Dialog>
    </>
  );
}
