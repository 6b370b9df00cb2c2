import type { SellerAdminView } from '@shop/contracts/views';
import { useState } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import styles from './AdminQueue.module.css';

type Documented = Pick<SellerAdminView, 'shop_name' | 'verification_photo' | 'verification_type'>;

/** Opens an identity document: an image in a modal, a PDF in a new tab (decision 8). */
export function AdminDocument({ store }: { store: Documented }) {
  const [open, setOpen] = useState(false);
  const { shop_name, verification_photo: address, verification_type: type } = store;
  if (!address) return <span className="muted">none</span>;
  if (type === 'pdf')
    return (
      <a href={address} target="_blank" rel="noopener noreferrer" aria-label={`View Document of ${shop_name} (PDF)`}>
        View Document
      </a>
    );
  return (
    <>
      <Button size="s" aria-label={`View Document of ${shop_name}`} onClick={() => setOpen(true)}>
        View Document
      </Button>
      <Dialog title={`Document of ${shop_name}`} open={open} onOpenChange={setOpen} wide>
        <Picture address={address} name={shop_name} />
      </Dialog>
    </>
  );
}

function Picture({ address, name }: { address: string; name: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <p role="alert">The document could not be loaded. Please log in again.</p>;
  return <img className={styles.picture} src={address} alt={`Identity document of ${name}`} onError={() => setFailed(true)} />;
}
