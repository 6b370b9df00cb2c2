import { ClaimDecisionForm, dollars } from '@shop/contracts/forms';
import { formatCents } from '@shop/contracts/pricing';
import type { ClaimView } from '@shop/contracts/views';
import { useDeferredValue, useState } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { NumberField } from '#ui/form/NumberField.tsx';
import { SelectField } from '#ui/form/SelectField.tsx';
import { TextArea, TextField } from '#ui/form/TextField.tsx';
import { useAdminOrderQuery, useQuoteRefundQuery } from '../api/admin-orders-api';
import { RefundPreview, RefundTerms, type Terms } from './RefundEffects';

type RefundPart = 'track' | 'project' | 'amount' | 'whole' | 'elsewhere';
type RefundFields = Terms & { what: RefundPart; amount: string; reason: string; reference: string };

/** The part of the refund that decides what it does; null while it is not complete, or moves no money. */
function wishOf(productId: number, { what, amount, borneBy, withFee }: RefundFields) {
  if (what === 'elsewhere') return null;
  if (what === 'whole') return {};
  if (what === 'track') return { items: [{ productId }], borneBy, withFee };
  if (what === 'project') return { items: [{ productId, project: true as const }], borneBy, withFee };
  const cents = dollars.safeParse(amount);
  if (!cents.success || cents.data <= 0) return null;
  return { items: [{ productId }], amountCents: cents.data, keepLinks: true, borneBy, withFee };
}

type Props = {
  claim: ClaimView;
  /** Decides the claim. @returns the error */
  decide: (decision: ClaimDecisionForm) => Promise<unknown>;
  onClose: () => void;
};

/** Decides a claim with a refund: what goes back is chosen, and what it does is shown before, as the service says. */
export function AdminRefundOfClaim({ claim: { orderId, productId }, decide, onClose }: Props) {
  const { data: order } = useAdminOrderQuery(orderId);
  const [fields, setFields] = useState<RefundFields>({
    ...{ what: 'track', amount: '', borneBy: 'sale', withFee: false },
    ...{ reason: '', reference: '' },
  });
  const [sure, setSure] = useState(false);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const { what, amount } = fields;
  const wish = wishOf(productId, useDeferredValue(fields));
  const quote = useQuoteRefundQuery({ id: orderId, ...wish }, { skip: wish === null, refetchOnMountOrArgChange: true });
  const shownQuote = wish === null || quote.isFetching || quote.error ? null : quote.currentData;
  const isElsewhere = what === 'elsewhere';
  const hasProject = order?.products.some(({ id, includeProject }) => id === productId && includeProject) ?? false;
  const change = (part: Partial<RefundFields>) => {
    setFields({ ...fields, ...part });
    setSure(false);
    setFaults({});
  };

  async function send() {
    const { reason, reference } = fields;
    const refund = isElsewhere ? { reference } : { ...wish, shownCents: shownQuote?.amountCents };
    const form = ClaimDecisionForm.safeParse({ outcome: 'refund', reason, refund });
    if (!form.success) {
      const problems = form.error.issues.map(
        ({ path, message }) => [path[0] === 'refund' ? 'reference' : 'reason', message] as const,
      );
      return setFaults(Object.fromEntries(problems));
    }
    setBusy(true);
    const error = await decide(form.data);
    setBusy(false);
    if (error) return setFaults({ form: errorText(error, 'It could not be decided. Please try again.') });
    onClose();
  }

  return (
    <FormDialog
      title="The buyer gets money back"
      submit={shownQuote ? `Give ${formatCents(shownQuote.amountCents)} back` : 'Decide: refunded'}
      variant="danger"
      busy={busy}
      unsaved={fields.reason !== '' || fields.reference !== ''}
      disabled={!isElsewhere && !(shownQuote && sure)}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <SelectField label="What goes back" value={what} onChange={({ target }) => change({ what: target.value as RefundPart })}>
        <option value="track">The track</option>
        {hasProject && <option value="project">Only its project</option>}
        <option value="amount">An amount: the buyer keeps the track</option>
        <option value="whole">The whole order, or all that is left of it</option>
        {order?.products.length === 1 && <option value="elsewhere">It went back another way: write it down</option>}
      </SelectField>
      {what === 'amount' && (
        <NumberField label="Amount, dollars" value={amount} onChange={({ target }) => change({ amount: target.value })} />
      )}
      {what !== 'whole' && !isElsewhere && <RefundTerms terms={fields} onChange={change} />}
      <TextArea
        label="Reason"
        hint="Buyer and seller read it in the thread."
        rows={4}
        value={fields.reason}
        error={faults.reason}
        onChange={({ target }) => setFields({ ...fields, reason: target.value })}
      />
      {isElsewhere && (
        <>
          <p>This writes down a refund of the whole order and moves no money: return it first. Links and certificate end.</p>
          <TextField
            label="Reference"
            hint="How the money went back: the transfer’s number, a transaction hash."
            autoComplete="off"
            value={fields.reference}
            error={faults.reference}
            onChange={({ target }) => setFields({ ...fields, reference: target.value })}
          />
        </>
      )}
      {!isElsewhere && (
        <RefundPreview
          quote={{ ...quote, data: shownQuote ?? undefined }}
          missing={wish === null ? 'Type the amount that goes back.' : null}
        />
      )}
      {shownQuote && (
        <Checkbox
          label={`Yes, give ${formatCents(shownQuote.amountCents)} back. It cannot be undone`}
          checked={sure}
          onChange={({ target }) => setSure(target.checked)}
        />
      )}
      <Fault>{faults.form}</Fault>
    </FormDialog>
  );
}
