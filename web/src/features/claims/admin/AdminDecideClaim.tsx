import { ClaimDecisionForm } from '@shop/contracts/forms';
import { useState } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { Fault } from '#ui/feedback/Fault.tsx';
import { TextArea } from '#ui/form/TextField.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { useDecideClaimMutation } from '../api/admin-claims-api';

type Outcome = 'repair' | 'refuse';
const WORDS: Record<Outcome, { title: string; submit: string; effect: string }> = {
  repair: {
    title: 'The problem is solved',
    submit: 'Decide: repaired',
    effect: 'The files can be downloaded again, the certificate holds, and the seller’s line is released.',
  },
  refuse: {
    title: 'The sale stays as it is',
    submit: 'Decide: refused',
    effect: 'The files can be downloaded again, the certificate holds, and the seller’s line is released.',
  },
};

/** Decides a claim without money, with the reason that both sides read. */
export function AdminDecideClaim({ claimId, outcome, onClose }: { claimId: number; outcome: Outcome; onClose: () => void }) {
  const [decide, { isLoading }] = useDecideClaimMutation();
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const { title, submit, effect } = WORDS[outcome];

  async function send() {
    const form = ClaimDecisionForm.safeParse({ outcome, reason });
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
      busy={isLoading}
      unsaved={reason !== ''}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <p>{effect}</p>
      <TextArea
        label="Reason"
        hint="Buyer and seller read it in the thread."
        rows={4}
        value={reason}
        error={faults.reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Fault>{faults.form}</Fault>
    </FormDialog>
  );
}
