import type { SellerAdminView } from '@shop/contracts/views';
import { useState } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import styles from './AdminQueue.module.css';

/** The default image (spec 3 §2). */
const NO_PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200"><path fill="#1c1c1f" stroke="#2a2a2e" d="M.5.5h319v199H.5z"/><g fill="none" stroke="#a3a098" stroke-width="3"><path d="M40 50h240v100H40zM150 75h100M150 100h100M150 125h60"/><circle cx="95" cy="88" r="16"/><path d="M65 130c8-24 52-24 60 0"/></g></svg>',
)}`;

type Documented = Pick<SellerAdminView, 'shop_name' | 'verification_photo' | 'verification_type'>;

/** Opens an identity document: an image in a modal, a PDF in a new tab (decision 8). */
export function AdminDocument({ store }: { store: Documented }) {
  const [open, setOpen] = useState(false);
  const { shop_name, verification_photo: address, verification_type: type } = store;
  if (!address) return <span className="muted">Not provided</span>;
  if (type === 'pdf')
    return (
      <a href={address} target="_blank" rel="noopener noreferrer" aria-label={`View Document of ${shop_name} (PDF)`}>
        View Document
      </a>
    );
  return (
    <>
      <Button size="s" className={styles.view} aria-label={`View Document of ${shop_name}`} onClick={() => setOpen(true)}>
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
  return (
    <>
      <img
        className={styles.picture}
        src={failed ? NO_PICTURE : address}
        alt={failed ? 'No picture' : `Identity document of ${name}`}
        onError={() => setFailed(true)}
      />
      {failed && <p role="alert">The document could not be loaded. Please log in again.</p>}
    </>
  );
}
