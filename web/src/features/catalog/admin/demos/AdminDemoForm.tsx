import { zodResolver } from '@hookform/resolvers/zod';
import { DemoFields } from '@shop/contracts/forms';
import type { DemoView } from '@shop/contracts/views';
import { useWatch } from 'react-hook-form';
import { adminApi } from '#lib/calls/admin-api.ts';
import { call } from '#lib/calls/call.ts';
import { changedFields } from '#lib/admin/changed-fields.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { toast } from '#lib/toast.ts';
import { useUnsavedWarning } from '#lib/admin/use-unsaved-warning.ts';
import { Beside } from '#ui/display/Beside.tsx';
import { useFocusFirstInvalid } from '#ui/form/focus-first-invalid.ts';
import { TextField } from '#ui/form/TextField.tsx';
import { useAdminForm } from '#lib/admin/drafts.ts';
import styles from '../parts/AdminForms.module.css';
import { AdminMediaEnd, AdminMediaFields } from '../parts/AdminMediaForm';
import { AdminMediaPreview } from '../parts/AdminMediaPreview';
import { useMediaForm } from '../parts/use-media-form';

const SERVICES_SUGGESTED = ['Music Production', 'Co-producing', 'Mixing & Mastering'];

/** Adds a demo track, or edits `demo`. */
export function AdminDemoForm({ demo, onDone }: { demo?: DemoView; onDone: () => void }) {
  const dispatch = useAppDispatch();
  const place = `demo/${demo?.id ?? 'new'}`;
  const { register, handleSubmit, control, setError, formState } = useAdminForm<DemoFields>(place, {
    resolver: zodResolver(DemoFields),
    shouldFocusError: false,
    defaultValues: { name: demo?.name ?? '', category: demo?.category ?? '' },
  });
  const { errors, isDirty, dirtyFields, isSubmitting } = formState;
  const element = useFocusFirstInvalid(formState);
  const { name, category } = useWatch({ control });
  const media = useMediaForm({ place, required: demo ? [] : ['img', 'audio'] });
  const mayLeave = useUnsavedWarning(isDirty || media.isChanged);

  async function save(fields: DemoFields) {
    if (!media.complete()) return;
    const outcome = await media.send(
      (body) => (demo ? call('PUT /api/demos/:id', { params: { id: demo.id }, body }) : call('POST /api/demos', { body })),
      demo ? changedFields(fields, dirtyFields) : fields,
      demo ? 'Failed to update demo track' : 'Failed to add demo track',
      (field, message) => (field === 'name' || field === 'category') && setError(field, { message }, { shouldFocus: true }),
    );
    if (!('done' in outcome)) return;
    dispatch(adminApi.util.invalidateTags(['AdminDemos']));
    toast.success(demo ? 'Demo track updated successfully' : 'Demo track added successfully');
    onDone();
  }

  return (
    <Beside
      preview={
        <AdminMediaPreview img={media.files.img} audio={media.files.audio} sound={media.sound} stored={demo}>
          <div className={styles.words}>
            <strong dir="auto">{name || 'Unnamed demo track'}</strong>
            <span className="muted">{category}</span>
          </div>
        </AdminMediaPreview>
      }
    >
      <form
        ref={element}
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
          <AdminMediaFields media={media} hasFiles={demo !== undefined} />
        </fieldset>
        <AdminMediaEnd
          media={media}
          submit={demo ? 'Update Demo Track' : 'Add Demo Track'}
          isSubmitting={isSubmitting}
          onCancel={() => mayLeave() && onDone()}
        />
      </form>
    </Beside>
  );
}
