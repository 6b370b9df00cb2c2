import { CLAIM_REASONS } from '@shop/contracts/constants';
import { ClaimForm } from '@shop/contracts/forms';
import { useState } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { SelectField } from '#ui/form/SelectField.tsx';
import { TextArea } from '#ui/form/TextField.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { sessionHasEnded } from '../../session/ask-to-log-in';
import { useOpenClaimMutation } from '../api/claims-api';
import { ChooseFiles } from '../parts/ChooseFiles';
import { REASONS } from '../parts/claim-words';
import { useSendMessage } from '../parts/use-send-message';
import styles from '../parts/Claims.module.css';

type Problem = { orderId: number; productId: number; name: string };
type Faults = Partial<Record<'reason' | 'text' | 'form', string>>;

/** Reports a problem with a bought track. Its files follow in a message; `onReported` opens the thread. */
export function ReportProblem({
  problem: { orderId, productId, name },
  onReported,
  onClose,
}: {
  problem: Problem;
  onReported: (claimId: number) => void;
  onClose: () => void;
}) {
  const dispatch = useAppDispatch();
  const [open, { isLoading }] = useOpenClaimMutation();
  const [fields, setFields] = useState({ reason: '', text: '' });
  const [files, setFiles] = useState<readonly File[]>([]);
  const [faults, setFaults] = useState<Faults>({});
  const { send, percent } = useSendMessage(0, (error) => void (error && dispatch(sessionHasEnded(error))));
  const isBusy = isLoading || percent !== null;

  async function report() {
    const form = ClaimForm.safeParse({ productId, ...fields });
    if (!form.success) {
      const faultOf = (field: string) => form.error.issues.find(({ path }) => path[0] === field)?.message;
      return setFaults({ reason: faultOf('reason'), text: faultOf('text') });
    }
    setFaults({});
    const { data, error } = await open({ orderId, ...form.data });
    if (error) {
      if (!dispatch(sessionHasEnded(error)))
        setFaults({ form: errorText(error, 'The problem could not be reported. Please try again.') });
      return;
    }
    // The report stands without its files: they can be sent again in the thread.
    const failure = files.length > 0 ? await send('', files, data.id) : null;
    if (failure) toast.error(`Your report has arrived, but not its files: ${failure}`);
    else toast.success('Your report has arrived.');
    onReported(data.id);
  }

  return (
    <Dialog title={`Report a problem with ${name}`} open wide stays onOpenChange={() => !isBusy && onClose()}>
      <form
        noValidate
        className={styles.report}
        onSubmit={(event) => {
          event.preventDefault();
          void report();
        }}
      >
        <p>
          The seller answers within three business days, and the shop decides within ten. Until then the track cannot be
          downloaded, and its certificate is suspended. All sales are final: nobody promises a refund.
        </p>
        <SelectField
          label="What is wrong?"
          value={fields.reason}
          error={faults.reason}
          onChange={({ target }) => setFields({ ...fields, reason: target.value })}
        >
          <option value="">Please choose</option>
          {CLAIM_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {REASONS[reason]}
            </option>
          ))}
        </SelectField>
        <TextArea
          label="What happened?"
          rows={6}
          value={fields.text}
          error={faults.text}
          onChange={({ target }) => setFields({ ...fields, text: target.value })}
        />
        <ChooseFiles files={files} onChange={setFiles} percent={percent} />
        <Fault>{faults.form}</Fault>
        <Button type="submit" variant="primary" busy={isBusy}>
          Report the problem
        </Button>
      </form>
    </Dialog>
  );
}
