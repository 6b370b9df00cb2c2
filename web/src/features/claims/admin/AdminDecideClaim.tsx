import type { ClaimOutcome } from '@shop/contracts/constants';
import { ClaimDecisionForm } from '@shop/contracts/forms';
import { useState } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { Fault } from '#ui/feedback/Fault.tsx';
import { TextArea, TextField } from '#ui/form/TextField.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { useDecideClaimMutation } from '../api/admin-claims-api';

const WORDS: Record<ClaimOutcome, { title: string; submit: string; effect: string }> = {
  repair: {
    title: 'The problem is solved',
    submit: 'Decide: repaired',
    effect: 'The files can be downloaded again, the certificate holds, and the seller’s line is released.',
  },
  refund: {
    title: 'The buyer gets the money back',
    submit: 'Decide: refunded',
    effect:
      'This writes down a refund of the whole order and moves no money: return it first. The download links end, the certificate is revoked, and the sale is taken back from the seller’s balance.',
  },
  refuse: {
    title: 'The sale stays as it is',
    submit: 'Decide: refused',
    effect: 'The files can be downloaded again, the certificate holds, and the seller’s line is released.',
  },
};

/** Decides a claim, with the reason that both sides read. */
export function AdminDecideClaim({ claimId, outcome, onClose }: { claimId: number; outcome: ClaimOutcome; onClose: () => void }) {
  const [decide, { isLoading }] = useDecideClaimMutation();
  const [typed, setTyped] = useState({ reason: '', reference: '' });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const { title, submit, effect } = WORDS[outcome];

  async function send() {
    const { reason, reference } = typed;
    const form = ClaimDecisionForm.safeParse({ outcome, reason, ...(outcome === 'refund' && { refund: { reference } }) });
    if (!form.success)
      return setFaults(Object.fromEntries(form.error.issues.map(({ path, message }) => [String(path.at(-1)), message])));
    const { error } = await decide({ id: claimId, ...form.data });
    if (error) return setFaults({ form: errorText(error, 'It could not be decided. Please try again.') });
    toast.success('Decided');
    onClose();
  }

  return (
    <FormDialog
      title={title}
      submit={submit}
      variant={outcome === 'refund' ? 'danger' : 'primary'}
      busy={isLoading}
      unsaved={typed.reason !== '' || typed.reference !== ''}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <p>{effect}</p>
      <TextArea
        label="Reason"
        hint="Buyer and seller read it in the thread."
        rows={4}
        value={typed.reason}
        error={faults.reason}
        onChange={({ target }) => setTyped({ ...typed, reason: target.value })}
      />
      {outcome === 'refund' && (
        <TextField
          label="Reference"
          hint="How the money went back: the transfer’s number, a transaction hash."
          autoComplete="off"
          value={typed.reference}
          error={faults.reference}
          onChange={({ target }) => setTyped({ ...typed, reference: target.value })}
        />
      )}
      <Fault>{faults.form}</Fault>
    </FormDialog>
  );
}
