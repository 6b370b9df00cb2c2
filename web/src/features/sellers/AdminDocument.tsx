import type { SellerAdminView } from '@shop/contracts/views';
import { useState } from 'react';
import { useMay } from '../../lib/admin-role';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Skeleton } from '../../ui/Skeleton';
import styles from './AdminQueue.module.css';
import { useLazySellerDocumentQuery, useSellerDocumentQuery } from './adminSellersApi';

/** The default image (spec 3 §2). */
const NO_PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200"><path fill="#1c1c1f" stroke="#2a2a2e" d="M.5.5h319v199H.5z"/><g fill="none" stroke="#a3a098" stroke-width="3"><path d="M40 50h240v100H40zM150 75h100M150 100h100M150 125h60"/><circle cx="95" cy="88" r="16"/><path d="M65 130c8-24 52-24 60 0"/></g></svg>',
)}`;
const FAILED = 'The document could not be loaded.';

type Documented = Pick<SellerAdminView, 'id' | 'shop_name' | 'verification_photo' | 'verification_type'>;

/** Opens an identity document with the admin's token: an image in a modal, a PDF in a new tab (decision 8). */
export function AdminDocument({ store }: { store: Documented }) {
  const may = useMay();
  if (!store.verification_photo) return <span className="muted">Not provided</span>;
  if (!may('readDocuments')) return <span className="muted">Sent</span>;
  return store.verification_type === 'pdf' ? <Pdf store={store} /> : <Image store={store} />;
}

function Image({ store: { id, shop_name } }: { store: Documented }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="s" className={styles.view} aria-label={`View Document of ${shop_name}`} onClick={() => setOpen(true)}>
        View Document
      </Button>
      <Dialog title={`Document of ${shop_name}`} open={open} onOpenChange={setOpen} wide>
        <Picture id={id} name={shop_name} />
      </Dialog>
    </>
  );
}

function Picture({ id, name }: { id: number; name: string }) {
  const { currentData: address, isError } = useSellerDocumentQuery(id);
  const [unreadable, setUnreadable] = useState(false);
  const failed = isError || unreadable;
  if (!failed && !address) return <Skeleton height="50dvh" />;
  return (
    <>
      <img
        className={styles.picture}
        src={failed ? NO_PICTURE : address}
        alt={failed ? 'No picture' : `Identity document of ${name}`}
        onError={() => setUnreadable(true)}
      />
      {failed && <p role="alert">{FAILED}</p>}
    </>
  );
}

function Pdf({ store: { id, shop_name } }: { store: Documented }) {
  const [load, { isFetching }] = useLazySellerDocumentQuery();
  async function show() {
    // opened with the click, for a browser lets no later one through
    const tab = window.open('', '_blank');
    const { data } = await load(id);
    if (data && tab) return tab.location.replace(data);
    tab?.close();
    toast.error(data ? 'The browser opened no new tab for the document.' : FAILED);
  }
  return (
    <Button
      size="s"
      className={styles.view}
      busy={isFetching}
      aria-label={`View Document of ${shop_name} (PDF)`}
      onClick={() => void show()}
    >
      View Document
    </Button>
  );
}
