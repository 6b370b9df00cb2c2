import { zodResolver } from '@hookform/resolvers/zod';
import { DemoFields } from '@shop/contracts/forms';
import type { DemoView } from '@shop/contracts/views';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { api } from '../../lib/api';
import { useAppDispatch } from '../../lib/hooks';
import { toast } from '../../lib/toast';
import { useUnsavedWarning } from '../../lib/use-unsaved-warning';
import { Beside } from '../../ui/Beside';
import { Button } from '../../ui/Button';
import { Fault } from '../../ui/Fault';
import { TextField } from '../../ui/TextField';
import { adminDrafts } from './admin-drafts';
import { AdminFileField } from './AdminFileField';
import styles from './AdminForms.module.css';
import { AdminMediaPreview } from './AdminMediaPreview';
import { AdminUploadStatus } from './AdminUploadStatus';
import { useMediaForm, type Files } from './use-media-form';

type Draft = { values: DemoFields; files: Files };

const SERVICES_SUGGESTED = ['Music Production', 'Co-producing', 'Mixing & Mastering'];

/** Adds a demo track, or edits `kept` (spec 3 §2, §5). */
export function AdminDemoForm({ kept, onDone }: { kept?: DemoView | undefined; onDone: () => void }) {
  const dispatch = useAppDispatch();
  const place = `demo/${kept?.id ?? 'new'}`;
  const [draft] = useState(() => adminDrafts.get<Draft>(place));
  useEffect(() => adminDrafts.forget(place), [place]);

  const { register, handleSubmit, control, setError, formState } = useForm<DemoFields>({
    resolver: zodResolver(DemoFields),
    defaultValues: { name: kept?.name ?? '', category: kept?.category ?? '' },
    ...(draft && { values: draft.values }),
  });
  const { errors, isDirty, isSubmitting } = formState;
  const { name, category } = useWatch({ control });
  const media = useMediaForm({ initial: draft?.files, required: !kept });
  const mayLeave = useUnsavedWarning(isDirty || media.isChanged || draft !== undefined);

  async function save(sent: DemoFields) {
    if (!media.complete()) return;
    const outcome = await media.send<DemoView>(
      kept ? 'PUT' : 'POST',
      kept ? `demos/${kept.id}` : 'demos',
      sent,
      kept ? 'Failed to update demo track' : 'Failed to add demo track',
      (field, message) => (field === 'name' || field === 'category') && setError(field, { message }, { shouldFocus: true }),
    );
    if ('error' in outcome && outcome.error.status === 401) adminDrafts.keep(place, { values: sent, files: media.files });
    if (!('data' in outcome)) return;
    dispatch(api.util.invalidateTags(['AdminDemos']));
    toast.success(kept ? 'Demo track updated successfully' : 'Demo track added successfully');
    onDone();
  }

  return (
    <Beside
      preview={
        <AdminMediaPreview img={media.files.img} audio={media.files.audio} sound={media.sound} kept={kept}>
          <div className={styles.words}>
            <strong>{name || 'Unnamed demo track'}</strong>
            <span className="muted">{category}</span>
          </div>
        </AdminMediaPreview>
      }
    >
      <form
        className={styles.form}
        aria-label="Demo track"
        noValidate
        onSubmit={(event) => void handleSubmit(save, () => void media.complete())(event)}
      >
        <fieldset className={styles.set} disabled={isSubmitting}>
          <TextField label="Name" required autoComplete="off" error={errors.name?.message} {...register('name')} />
          <TextField
            label="Category"
            required
            autoComplete="off"
            list="demo-categories"
            hint="The Service page groups demo tracks by it."
            error={errors.category?.message}
            {...register('category')}
          />
          <datalist id="demo-categories">
            {SERVICES_SUGGESTED.map((service) => (
              <option key={service} value={service} />
            ))}
          </datalist>
          <AdminFileField
            kind="img"
            file={media.files.img}
            error={media.problems.img}
            kept={kept !== undefined}
            onChange={(file) => media.choose('img', file)}
          />
          <AdminFileField
            kind="audio"
            file={media.files.audio}
            error={media.problems.audio}
            kept={kept !== undefined}
            onChange={(file) => media.choose('audio', file)}
          />
        </fieldset>
        <Fault>{media.refusal}</Fault>
        {media.status && <AdminUploadStatus status={media.status} onCancel={media.cancel} />}
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {isSubmitting ? 'Processing...' : kept ? 'Update Demo Track' : 'Add Demo Track'}
          </Button>
          <Button disabled={isSubmitting} onClick={() => mayLeave() && onDone()}>
            Cancel
          </Button>
        </div>
      </form>
    </Beside>
  );
}
