import { KnownRecordings } from '#features/packages/admin/KnownRecordings.tsx';
import { useFormContext, useWatch } from 'react-hook-form';
import { useMay } from '#features/session/admin-role.ts';
import { TextArea } from '#ui/form/TextField.tsx';
import type { ProductValues } from './admin-product-values';

export type RefusedRecording = 'known-recording' | 'preview-differs';

/**
 * Asks why a track may be on sale although the shop has refused its recording (docs/product/fingerprints.md#publication): with a package,
 * beside what the shop knows of it. Only an owner publishes a known recording.
 */
export function AdminRecordingReason({ refused }: { refused: RefusedRecording }) {
  const { register, control, formState } = useFormContext<ProductValues>();
  const packageId = Number(useWatch({ control, name: 'package_id' }));
  const isOwner = useMay()('ownTheShop');
  const isKnown = refused === 'known-recording';
  return (
    <>
      {isKnown && packageId > 0 && <KnownRecordings packageId={packageId} />}
      {isKnown && !isOwner ? (
        <p className="muted">Only an owner publishes a recording that the shop knows.</p>
      ) : (
        <TextArea
          label={isKnown ? 'Why it may be sold all the same' : 'Why preview and package may differ'}
          rows={3}
          maxLength={500}
          hint="Kept in the audit log. Save the track again with it."
          error={formState.errors.recording_reason?.message}
          {...register('recording_reason')}
        />
      )}
    </>
  );
}
