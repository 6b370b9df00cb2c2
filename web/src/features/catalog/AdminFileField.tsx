import { useRef, useState } from 'react';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { fileProblem, MEDIA, type MediaKind } from './admin-files';
import styles from './AdminForms.module.css';

const sizeOf = ({ size }: File) => (size < 1_048_576 ? `${Math.ceil(size / 1024)} KB` : `${(size / 1_048_576).toFixed(1)} MB`);

/** Chooses the image or the audio of a form. What is chosen can be taken back; `kept` says that leaving it empty keeps what is there. */
export function AdminFileField({
  kind,
  file,
  error,
  kept,
  onChange,
}: {
  kind: MediaKind;
  file: File | null;
  error?: string | undefined;
  kept: boolean;
  onChange: (file: File | null) => void;
}) {
  const { label, accept, hint } = MEDIA[kind];
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  function choose(chosen: File | undefined) {
    if (!chosen) return;
    const wrong = fileProblem(kind, chosen);
    setProblem(wrong);
    if (!wrong) onChange(chosen);
    // so that the same file can be chosen again after it was changed on the disk
    if (input.current) input.current.value = '';
  }

  return (
    <div>
      <Field label={kept ? `${label} (replace)` : label} error={problem ?? error} hint={hint}>
        {(wiring) => (
          <input
            {...wiring}
            ref={input}
            type="file"
            className={styles.file}
            accept={accept}
            onChange={({ target }) => choose(target.files?.[0])}
          />
        )}
      </Field>
      {file && (
        <p className={styles.chosen}>
          <span className={styles.fileName}>{file.name}</span>
          <span className="mono muted">{sizeOf(file)}</span>
          <Button
            size="s"
            variant="ghost"
            aria-label={`Remove ${label.toLowerCase()} ${file.name}`}
            onClick={() => onChange(null)}
          >
            Remove
          </Button>
        </p>
      )}
    </div>
  );
}
