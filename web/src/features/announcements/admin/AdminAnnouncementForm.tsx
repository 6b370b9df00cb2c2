import { zodResolver } from '@hookform/resolvers/zod';
import { AnnouncementFields } from '@shop/contracts/forms';
import type { AnnouncementView } from '@shop/contracts/views';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useAdminForm, useDraft, useKeepDraft } from '#lib/admin/drafts.ts';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { changedFields } from '#lib/admin/changed-fields.ts';
import { toast } from '#lib/toast.ts';
import { useIsMounted } from '#lib/admin/use-is-mounted.ts';
import { useObjectUrl } from '#lib/files/chosen-file.ts';
import { useUnsavedWarning } from '#lib/admin/use-unsaved-warning.ts';
import { Beside } from '#ui/display/Beside.tsx';
import { Button } from '#ui/action/Button.tsx';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { useFocusFirstInvalid } from '#ui/form/focus-first-invalid.ts';
import { TextArea, TextField } from '#ui/form/TextField.tsx';
import { formDataOf, imageProblem, NO_CHANGE, replaceSelection, type ImageChoice } from './admin-form';
import { AdminAddLink } from './AdminAddLink';
import styles from './AdminAnnouncementForm.module.css';
import { AdminAnnouncementPreview } from './AdminAnnouncementPreview';
import { AdminImageField } from './AdminImageField';
import { useSaveAnnouncementMutation } from '../api/admin-announcements-api';

const EMPTY = { title: '', content: '', is_active: true };
const textsOf = ({ title, content, is_active }: typeof EMPTY) => ({ title, content, is_active });

/** Creates an announcement, or edits the given one, beside a preview of the popup (docs/product/messages.md#editing-announcements). */
export function AdminAnnouncementForm({ announcement, onDone }: { announcement?: AnnouncementView; onDone: () => void }) {
  const id = announcement?.id;
  const place = `announcement ${id ?? 'new'}`;
  const imageDraft = useDraft<ImageChoice>(`${place}/image`);
  const [image, setImage] = useState(imageDraft ?? NO_CHANGE);
  const isImageChanged = image.file !== null || image.removed;
  useKeepDraft(`${place}/image`, isImageChanged, () => image);
  const unusable = imageProblem(image.file);
  const chosenUrl = useObjectUrl(unusable ? null : image.file);
  const imageUrl = image.file || image.removed ? chosenUrl : (announcement?.image_path ?? null);

  const { register, handleSubmit, control, getValues, setValue, formState } = useAdminForm(place, {
    resolver: zodResolver(AnnouncementFields),
    shouldFocusError: false,
    defaultValues: textsOf(announcement ?? EMPTY),
  });
  const { errors, isDirty, dirtyFields, isSubmitting } = formState;
  const element = useFocusFirstInvalid(formState);
  const { title, content } = useWatch({ control });
  const mayLeave = useUnsavedWarning(isDirty || isImageChanged);

  const [save] = useSaveAnnouncementMutation();
  const isMounted = useIsMounted();
  const [refusal, setRefusal] = useState<{ text: string; field: string | undefined }>();
  const submit = handleSubmit(async (fields) => {
    setRefusal(undefined);
    if (unusable) return;
    const { error } = await save({
      id,
      form: formDataOf(announcement ? changedFields(fields, dirtyFields) : fields, {
        ...image,
        removed: image.removed && Boolean(announcement?.image_path),
      }),
    });
    if (error) {
      const text = errorText(error, announcement ? 'Failed to update announcement' : 'Failed to create announcement');
      setRefusal({ text, field: isApiError(error) ? error.field : undefined });
      return toast.error(text);
    }
    toast.success(announcement ? 'Announcement updated successfully' : 'Announcement created successfully');
    if (isMounted()) onDone();
  });

  const area = useRef<HTMLTextAreaElement>(null);
  const [selection, setSelection] = useState<{ start: number; end: number } | null>(null);
  function insert(link: string) {
    if (!selection) return;
    const { text, caret } = replaceSelection(getValues('content'), selection, link);
    setValue('content', text, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    setSelection(null);
    // The closing dialog first returns the focus to its button.
    setTimeout(() => {
      area.current?.focus();
      area.current?.setSelectionRange(caret, caret);
    });
  }

  const contentField = register('content');
  return (
    <Beside preview={<AdminAnnouncementPreview title={title ?? ''} content={content ?? ''} image={imageUrl} />}>
      <form ref={element} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField label="Title*" required error={errors.title?.message} {...register('title')} />
        <div>
          <TextArea
            label="Content*"
            rows={10}
            required
            error={errors.content?.message}
            hint="10 to 5000 characters. Markdown: **bold**, *italic*, lists and links."
            {...contentField}
            ref={(element) => {
              contentField.ref(element);
              area.current = element;
            }}
          />
          <Button
            size="s"
            className={styles.addLink}
            onClick={() => area.current && setSelection({ start: area.current.selectionStart, end: area.current.selectionEnd })}
          >
            Add Link
          </Button>
        </div>
        <AdminImageField
          choice={image}
          shown={imageUrl}
          error={unusable ?? (refusal?.field === 'image' ? refusal.text : undefined)}
          onChange={(choice) => {
            setImage(choice);
            setRefusal(undefined);
          }}
        />
        <Checkbox label="Active (visible to users)" {...register('is_active')} />
        <Fault>{refusal?.text}</Fault>
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {isSubmitting ? 'Processing...' : announcement ? 'Update Announcement' : 'Create Announcement'}
          </Button>
          <Button disabled={isSubmitting} onClick={() => mayLeave() && onDone()}>
            Cancel
          </Button>
        </div>
      </form>
      {selection && (
        <AdminAddLink
          selected={getValues('content').slice(selection.start, selection.end)}
          onInsert={insert}
          onClose={() => setSelection(null)}
        />
      )}
    </Beside>
  );
}
