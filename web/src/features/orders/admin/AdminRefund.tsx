import { nanoid } from '@reduxjs/toolkit';
import { dollars, RefundForm } from '@shop/contracts/forms';
import { dollarsToCents, formatCents } from '@shop/contracts/pricing';
import type { AdminOrderView } from '@shop/contracts/views';
import { useDeferredValue, useState } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { NumberField } from '#ui/form/NumberField.tsx';
import { SelectField } from '#ui/form/SelectField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { RefundPreview, RefundTerms, type Terms } from './RefundEffects';
import { useQuoteRefundQuery, useRefundOrderMutation } from '../api/admin-orders-api';
import styles from './AdminOrder.module.css';

type RefundPart = 'whole' | 'tracks' | 'amount';
/** What the form asks for before the service can say what a refund does. */
const MISSING: Record<RefundPart, string | null> = {
  whole: null,
  tracks: 'Choose the tracks whose money goes back.',
  amount: 'Type the amount that goes back.',
};
type RefundFields = Terms & { what: RefundPart; chosen: string[]; amount: string };

/** The part of the refund that decides what it does; null while it is not complete. */
function wishOf({ what, chosen, amount, borneBy, withFee }: RefundFields) {
  if (what === 'whole') return {};
  const items = chosen.map((name) => {
    const [id, project] = name.split('-');
    return { productId: Number(id), ...(project && { project: true as const }) };
  });
  if (what === 'tracks') return items.length > 0 ? { items, borneBy, withFee } : null;
  const typedAmount = dollars.safeParse(amount);
  return typedAmount.success && typedAmount.data > 0 ? { amountCents: typedAmount.data, borneBy, withFee } : null;
}

/**
 * Gives money back by PayPal: the whole order, tracks or an amount. What it does is shown before, as the service says; the key makes a
 * second click the same refund.
 */
export function AdminRefund({ order, onClose }: { order: AdminOrderView; onClose: () => void }) {
  const [key] = useState(nanoid);
  const [fields, setFields] = useState<RefundFields>({ what: 'whole', chosen: [], amount: '', borneBy: 'sale', withFee: false });
  const [reason, setReason] = useState('');
  const [sure, setSure] = useState(false);
  const [fault, setFault] = useState<{ field?: 'reason'; message: string } | null>(null);
  const [refund, { isLoading }] = useRefundOrderMutation();
  const wish = wishOf(useDeferredValue(fields));
  const quote = useQuoteRefundQuery({ id: order.id, ...wish }, { skip: wish === null, refetchOnMountOrArgChange: true });
  const shownQuote = wish === null || quote.isFetching || quote.error ? null : quote.currentData;
  const isSold = order.paid_at !== null;
  const change = (part: Partial<RefundFields>) => {
    setFields({ ...fields, ...part });
    setSure(false);
    setFault(null);
  };
  const choose = (name: string, isChosen: boolean) =>
    change({ chosen: isChosen ? [...fields.chosen, name] : fields.chosen.filter((item) => item !== name) });

  async function send() {
    const reasonResult = RefundForm.shape.reason.safeParse(reason);
    if (!reasonResult.success) return setFault({ field: 'reason', message: reasonResult.error.issues[0]?.message ?? '' });
    if (!wish || !shownQuote) return;
    const { data, error } = await refund({ id: order.id, key, reason, ...wish, shownCents: shownQuote.leftCents });
    if (error) return setFault({ message: errorText(error, 'Failed to give the money back') });
    if (data && 'state' in data && data.state === 'done') toast.success(`${formatCents(shownQuote.amountCents)} was given back`);
    else toast.success('PayPal is at work on the refund. The order shows when it is done.');
    onClose();
  }

  return (
    <FormDialog
      title="Refund"
      submit={shownQuote ? `Give ${formatCents(shownQuote.amountCents)} back` : 'Give back'}
      variant="danger"
      busy={isLoading}
      unsaved={reason !== '' || fields.what !== 'whole'}
      disabled={!shownQuote || !sure}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <SelectField
        label="What goes back"
        value={fields.what}
        onChange={({ target }) => change({ what: target.value as RefundPart })}
      >
        <option value="whole">The whole order, or all that is left of it</option>
        {isSold && <option value="tracks">Single tracks</option>}
        {isSold && <option value="amount">An amount</option>}
      </SelectField>
      {fields.what === 'tracks' && (
        <fieldset className={styles.choices}>
          <legend>Tracks</legend>
          {order.products.map((product) => (
            <ProductChoice key={product.id} product={product} chosen={fields.chosen} onChoose={choose} />
          ))}
        </fieldset>
      )}
      {fields.what === 'amount' && (
        <NumberField label="Amount, dollars" value={fields.amount} onChange={({ target }) => change({ amount: target.value })} />
      )}
      {fields.what !== 'whole' && <RefundTerms terms={fields} onChange={change} />}
      <TextField
        label="Reason"
        hint="For the shop’s own books; the buyer does not see it."
        autoComplete="off"
        value={reason}
        error={fault?.field && fault.message}
        onChange={({ target }) => {
          setReason(target.value);
          setFault(null);
        }}
      />
      <RefundPreview quote={{ ...quote, data: shownQuote ?? undefined }} missing={wish === null ? MISSING[fields.what] : null} />
      {shownQuote && (
        <Checkbox
          label={`Yes, give ${formatCents(shownQuote.amountCents)} back. It cannot be undone`}
          checked={sure}
          onChange={({ target }) => setSure(target.checked)}
        />
      )}
      <Fault>{fault && !fault.field && fault.message}</Fault>
    </FormDialog>
  );
}

type Product = AdminOrderView['products'][number];

/** A track, and its project alone. What went back already cannot be chosen again. */
function ProductChoice({
  product,
  chosen,
  onChoose,
}: {
  product: Product;
  chosen: string[];
  onChoose: (name: string, isChosen: boolean) => void;
}) {
  const { id, name, paid, includeProject, refunded } = product;
  const track = String(id);
  const project = `${id}-project`;
  const suffix = refunded === 'track' ? ', given back' : '';
  return (
    <>
      <Checkbox
        label={
          <>
            <bdi>{name}</bdi>
            {`, ${formatCents(dollarsToCents(paid))}${includeProject ? ' with its project' : ''}${suffix}`}
          </>
        }
        disabled={refunded === 'track'}
        checked={chosen.includes(track)}
        onChange={({ target }) => onChoose(track, target.checked)}
      />
      {includeProject && (
        <Checkbox
          label={
            <>
              Only the project of <bdi>{name}</bdi>
              {refunded && ', given back'}
            </>
          }
          disabled={refunded !== undefined || chosen.includes(track)}
          checked={chosen.includes(project)}
          onChange={({ target }) => onChoose(project, target.checked)}
        />
      )}
    </>
  );
}
