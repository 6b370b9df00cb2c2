import { useId } from 'react';
import { cx } from '#lib/cx.ts';
import { fileSize } from '#lib/files/chosen-file.ts';
import { Button } from '#ui/action/Button.tsx';
import { Field } from '#ui/form/Field.tsx';
import { FileInput } from '#ui/form/FileInput.tsx';
import { MEDIA, type MediaKind } from './admin-files';
import styles from './AdminForms.module.css';

/**
 * Chooses the image or the recording of a form. A choice can be taken back, even when the file cannot be used. With
 * `hasFile`, the field says that the stored file stays when the field is empty.
 */
export function AdminFileField({
  kind,
  file,
  error,
  hasFile,
  without,
  onChange,
}: {
  kind: MediaKind;
  file: File | null;
  error?: string;
  hasFile: boolean;
  without?: string;
  onChange: (file: File | null) => void;
}) {
  const { label, accept, hint } = MEDIA[kind];
  const chosenId = useId();

  return (
    <div>
      <Field label={hasFile ? `${label} (replace)` : label} error={error} hint={without ? `${hint} ${without}` : hint}>
        {({ 'aria-describedby': notes, ...wiring }) => (
          // The browser's own text stays "No file chosen", because FileInput forgets the file that it hands over.
          <FileInput {...wiring} aria-describedby={cx(notes, chosenId)} accept={accept} onChoose={onChange} />
        )}
      </Field>
      <div className={cx(file && styles.chosen)}>
        <p id={chosenId} role="status" className={cx(file && styles.chosen)}>
          {file && (
            <>
              <span className={styles.fileName} dir="auto">
                {file.name}
              </span>{' '}
              <span className="mono muted">{fileSize(file.size)}</span>
            </>
          )}
        </p>
        {file && (
          <Button
            size="s"
            variant="ghost"
            aria-label={`Remove ${label.toLowerCase()} ${file.name}`}
            onClick={() => onChange(null)}
          >
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}
