import type { AdminOrderView } from '@shop/contracts/views';
import { useState } from 'react';
import { errorText } from '../../lib/api';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { Dialog } from '../../ui/Dialog';
import styles from './AdminOrder.module.css';
import { useResendOrderMailMutation } from './adminOrdersApi';

/** Sends the mail with links and contracts again; with new links when the old ones fell into the wrong hands. */
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
        <p>
          Links and contracts go to <b>{order.customer_info.email}</b> once more.
        </p>
        <Checkbox
          label="Make new links; all links given out before stop working"
          checked={newLinks}
          onChange={({ target }) => setNewLinks(target.checked)}
        />
      </div>
    </Dialog>
  );
}
