import { useId } from 'react';
import { cx } from '#lib/cx.ts';
import { Button } from '#ui/action/Button.tsx';
import { Field } from '#ui/form/Field.tsx';
import { FileInput } from '#ui/form/FileInput.tsx';
import styles from './AdminAnnouncementForm.module.css';
import { IMAGE_TYPES, type ImageChoice } from './admin-form';

/**
 * Chooses, shows, replaces and removes the image of an announcement. `shown` is the address of the image that will be saved.
 * Remove discards the chosen file first; without one, it removes the stored image.
 */
export function AdminImageField({
  choice,
  shown,
  error,
  onChange,
}: {
  choice: ImageChoice;
  shown: string | null;
  error: string | undefined;
  onChange: (choice: ImageChoice) => void;
}) {
  const chosenId = useId();

  return (
    <Field label="Image" error={error} hint="Max size: 2MB, formats: JPG, PNG, GIF, WEBP">
      {({ 'aria-describedby': notes, ...wiring }) => (
        <>
          {(shown || choice.file) && (
            <div className={styles.chosen}>
              {shown && <img src={shown} alt="The image of the announcement" />}
              <Button size="s" onClick={() => onChange({ file: null, removed: choice.removed || !choice.file })}>
                Remove Image
              </Button>
            </div>
          )}
          {/* The browser's own text stays "No file chosen", because FileInput forgets the file that it hands over. */}
          <FileInput
            {...wiring}
            aria-describedby={cx(notes, chosenId)}
            accept={IMAGE_TYPES.join(',')}
            onChoose={(file) => onChange({ ...choice, file })}
          />
          <p id={chosenId} role="status" className={styles.fileName} dir="auto">
            {choice.file?.name}
          </p>
        </>
      )}
    </Field>
  );
}
