import type { AdminOrderView } from '@shop/contracts/views';
import { useState } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import styles from './AdminOrder.module.css';
import { OPENED_LINKS } from './admin-order-words';
import { useResendOrderMailMutation } from '../api/admin-orders-api';

/** Sends the mail with links and contracts again, with new links if a stranger may have the old ones. */
export function AdminResend({ order, onClose }: { order: AdminOrderView; onClose: () => void }) {
  const [send, { isLoading }] = useResendOrderMailMutation();
  const [newLinks, setNewLinks] = useState(false);

  async function resend() {
    const { data, error } = await send({ id: order.id, newLinks });
    if (error) return toast.error(errorText(error, 'Failed to resend the e-mail'));
    toast.success(data.message);
    onClose();
  }

  return (
    <Dialog
      title="Resend e-mail"
      open
      onOpenChange={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isLoading} onClick={() => void resend()}>
            Resend
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>Links and contracts are mailed to the buyer once more.</p>
        <Checkbox
          label="Make new links; all links given out before stop working"
          checked={newLinks}
          onChange={({ target }) => setNewLinks(target.checked)}
        />
        {newLinks && <p className="muted">{OPENED_LINKS}</p>}
      </div>
    </Dialog>
  );
}
