import { zodResolver } from '@hookform/resolvers/zod';
import { MARKED_FINDINGS_MAX } from '@shop/contracts/constants';
import { REASON_MAX, refusalReason, type MarkedFinding } from '@shop/contracts/forms';
import type { PackageFinding, SubmissionView } from '@shop/contracts/views';
import { useState } from 'react';
import { z } from 'zod';
import { useReviewedPackageQuery } from '#features/packages/api/admin-packages-api.ts';
import { useAdminForm } from '#lib/admin/drafts.ts';
import { minutesOf } from '#lib/time/minutes.ts';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { TextArea } from '#ui/form/TextField.tsx';
import styles from './AdminQueue.module.css';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';

type Props = {
  submission: SubmissionView;
  onClose: () => void;
  /** @returns whether it is sent */
  onAsk: (reason: string, findings: MarkedFinding[]) => Promise<boolean>;
};

const Form = z.object({ reason: refusalReason('Please say what is to be changed') });

/** Asks what a seller is to change, and which findings of the check are meant; they read it word for word. */
export function AdminChangesDialog({ submission, onClose, onAsk }: Props) {
  const { id, trackName, storeName, accountEmail, packageId } = submission;
  const query = useReviewedPackageQuery(packageId ?? 0, { skip: packageId === null });
  const findings = (packageId === null ? undefined : query.currentData?.data.report?.findings) ?? [];
  const [markedPlaces, setMarkedPlaces] = useState<readonly number[]>([]);
  const { register, handleSubmit, formState, setError, isKept } = useAdminForm(
    `changes ${id}`,
    { resolver: zodResolver(Form), defaultValues: { reason: '' } },
    { outlastsRefusal: true },
  );
  const { errors, isDirty, isSubmitting } = formState;
  const send = handleSubmit(async ({ reason }) => {
    const markedFindings = findings.filter((_, at) => markedPlaces.includes(at)).slice(0, MARKED_FINDINGS_MAX);
    if (!(await onAsk(reason, markedFindings.map(markedOf)))) setError('root', { type: 'refused' });
  });
  return (
    <FormDialog
      title="Ask for changes"
      submit="Ask for changes"
      busy={isSubmitting}
      unsaved={isDirty || markedPlaces.length > 0}
      kept={isKept}
      onSubmit={(event) => void send(event)}
      onClose={onClose}
    >
      <p>
        <strong dir="auto">{trackName}</strong>{' '}
        <span className="muted" dir="auto">
          by {storeName}
        </span>
      </p>
      <TextArea
        label="What is to be changed"
        rows={5}
        maxLength={REASON_MAX}
        hint={`Sent to ${accountEmail ?? 'the seller'} as it stands here. The promised time stops until the track is sent again.`}
        error={errors.reason?.message}
        {...register('reason')}
      />
      {findings.length > 0 && (
        <fieldset className={styles.marks}>
          <legend>Findings of the check that are meant</legend>
          {findings.map(({ code, file, atSeconds, text }, at) => (
            <Checkbox
              key={`${code} ${file ?? ''} ${at}`}
              checked={markedPlaces.includes(at)}
              onChange={({ target }) =>
                setMarkedPlaces(target.checked ? [...markedPlaces, at] : markedPlaces.filter((index) => index !== at))
              }
              label={
                <span dir="auto">
                  {atSeconds !== undefined && `${minutesOf(atSeconds)} `}
                  {text}
                </span>
              }
            />
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}

const markedOf = ({ code, file, atSeconds, text, todo }: PackageFinding): MarkedFinding => ({
  code,
  text,
  todo,
  ...(file !== undefined && { file }),
  ...(atSeconds !== undefined && { atSeconds }),
});
