import { CardNumberForm } from '@shop/contracts/forms';
import type { PayoutRowView } from '@shop/contracts/views';
import { useEffect, useState } from 'react';
import { useDraft, useKeepDraft } from '#lib/admin/drafts.ts';
import { errorText } from '#lib/calls/api.ts';
import { Button } from '#ui/action/Button.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import styles from './AdminCardNumber.module.css';
import { useShowCardNumberMutation } from '../../api/admin-payouts-api';

const SHOWN_SECONDS = 30;

/**
 * Asks why the admin needs a card number and shows it for half a minute; after that the admin must ask again
 * (docs/product/selling.md#payout-details).
 */
export function AdminCardNumber({ row, onClose }: { row: PayoutRowView; onClose: () => void }) {
  const place = `card/${row.id}`;
  const draft = useDraft<string>(place);
  const [reason, setReason] = useState(draft ?? '');
  useKeepDraft(place, reason !== '', () => reason);
  const [fault, setFault] = useState<string>();
  const [ask, { data, error, isLoading, reset }] = useShowCardNumberMutation();

  async function show() {
    const parseResult = CardNumberForm.safeParse({ reason });
    setFault(parseResult.success ? undefined : parseResult.error.issues[0]?.message);
    if (parseResult.success) await ask({ sellerId: row.id, ...parseResult.data });
  }
  function hide() {
    reset();
    onClose();
  }

  if (data)
    return (
      <Dialog title={`Card of ${row.store_name}`} open stays onOpenChange={hide}>
        <ShownNumber number={data.data.card_number} onEnd={hide} />
      </Dialog>
    );
  return (
    <FormDialog
      title={`Card of ${row.store_name}`}
      submit="Show card number"
      busy={isLoading}
      unsaved={reason !== ''}
      onSubmit={show}
      onClose={onClose}
    >
      <p>
        The whole number of the card ending in <b className="mono">{row.pay_to}</b> is shown for {SHOWN_SECONDS} seconds. That you
        looked, and the reason, is on record.
      </p>
      <TextField
        label="What it is needed for"
        hint="For example: payout of November. Write nothing personal here."
        autoComplete="off"
        maxLength={200}
        error={fault}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {error && <Fault>{errorText(error, 'Failed to show the card number')}</Fault>}
    </FormDialog>
  );
}

/** The shown number. It disappears when the time is over, and at once when the page is hidden. */
function ShownNumber({ number, onEnd }: { number: string; onEnd: () => void }) {
  const [secondsLeft, setSecondsLeft] = useState(SHOWN_SECONDS);
  useEffect(() => {
    const clock = setInterval(() => setSecondsLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(clock);
  }, []);
  useEffect(() => {
    if (secondsLeft <= 0) onEnd();
    const endWhenHidden = () => document.hidden && onEnd();
    document.addEventListener('visibilitychange', endWhenHidden);
    return () => document.removeEventListener('visibilitychange', endWhenHidden);
  }, [secondsLeft, onEnd]);
  return (
    <div className={styles.shown}>
      <p className={styles.number} aria-label="Card number">
        {number.replace(/(.{4})(?=.)/g, '$1 ')}
      </p>
      <p className="muted">Hidden in {secondsLeft} s, or when you leave this page.</p>
      <Button onClick={onEnd}>Hide now</Button>
    </div>
  );
}
