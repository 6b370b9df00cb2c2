import type { SellerView } from '@shop/contracts/views';
import { sessionHasEnded } from '#features/session/ask-to-log-in.ts';
import { errorText } from '#lib/calls/api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { Badge } from '#ui/display/Badge.tsx';
import { useSendPaypalLinkMutation } from '../../api/sellers-api';
import styles from './SellerDashboard.module.css';

/** Whether the seller has confirmed the PayPal address (docs/product/selling.md#confirming-a-paypal-address), for the seller and admins. */
export function PaypalConfirmation({ seller }: { seller: Pick<SellerView, 'id' | 'paypal_email' | 'paypal_confirmed'> }) {
  const dispatch = useAppDispatch();
  const [send, { isLoading }] = useSendPaypalLinkMutation();
  if (seller.paypal_confirmed === null) return null;
  const address = <bdi>{seller.paypal_email}</bdi>;
  if (seller.paypal_confirmed)
    return (
      <p>
        {address} <Badge>Confirmed</Badge>
      </p>
    );

  async function sendAgain() {
    const { data, error } = await send(seller.id);
    if (data) toast.success(data.message);
    else if (!dispatch(sessionHasEnded(error))) toast.error(errorText(error, 'Failed to send the link.'));
  }
  return (
    <div className={styles.confirmation} role="group" aria-label="PayPal address">
      <p>
        {address} <Badge tone="warm">Waiting for confirmation</Badge>
      </p>
      <p className="muted">Nothing is paid to this address by PayPal until the link that we have mailed to it is opened.</p>
      <Button size="s" busy={isLoading} onClick={() => void sendAgain()}>
        Send again
      </Button>
    </div>
  );
}
