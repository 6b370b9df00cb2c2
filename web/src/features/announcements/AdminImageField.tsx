import { useId, useState } from 'react';
import { Button } from '../../ui/Button';
import fieldStyles from '../../ui/Field.module.css';
import styles from './AdminAnnouncementForm.module.css';
import { IMAGE_TYPES, imageProblem, type ImageChoice } from './admin-form';

/** The image of an announcement: chosen, seen, replaced and removed (spec 3 §2, §5). `shown` is the address of what will be there. */
export function AdminImageField({ shown, onChange }: { shown: string | null; onChange: (choice: ImageChoice) => void }) {
  const id = useId();
  const [problem, setProblem] = useState<string>();

  function choose(input: HTMLInputElement) {
    const file = input.files?.[0];
    if (!file) return;
    const wrong = imageProblem(file);
    setProblem(wrong);
    if (wrong) input.value = '';
    else onChange({ file, removed: false });
  }

  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        Image
      </label>
      {shown && (
        <div className={styles.chosen}>
          <img src={shown} alt="The image of the announcement" />
          <Button
            size="s"
            onClick={() => {
              (document.getElementById(id) as HTMLInputElement).value = '';
              setProblem(undefined);
              onChange({ file: null, removed: true });
            }}
          >
            Remove Image
          </Button>
        </div>
      )}
      <input
        id={id}
        type="file"
        className={styles.file}
        accept={IMAGE_TYPES.join(',')}
        aria-invalid={Boolean(problem)}
        aria-describedby={`${id}-notes`}
        onChange={({ target }) => choose(target)}
      />
      <div id={`${id}-notes`}>
        {problem ? (
          <p className={fieldStyles.error} role="alert">
            {problem}
          </p>
        ) : (
          <p className={fieldStyles.hint}>Max size: 2MB, formats: JPG, PNG, GIF, WEBP</p>
        )}
      </div>
    </div>
  );
}
