import { useState } from 'react';
import { Button } from '../../../ui/action/Button';
import { Field } from '../../../ui/form/Field';
import { FileInput } from '../../../ui/form/FileInput';
import styles from './AdminAnnouncementForm.module.css';
import { IMAGE_TYPES, imageProblem, type ImageChoice } from './admin-form';

/** Chooses, shows, replaces and removes the image of an announcement. `shown` is the address of the image that will be saved. */
export function AdminImageField({ shown, onChange }: { shown: string | null; onChange: (choice: ImageChoice) => void }) {
  const [problem, setProblem] = useState<string>();

  function choose(file: File) {
    const wrong = imageProblem(file);
    setProblem(wrong);
    if (!wrong) onChange({ file, removed: false });
  }
  function remove() {
    setProblem(undefined);
    onChange({ file: null, removed: true });
  }

  return (
    <Field label="Image" error={problem} hint="Max size: 2MB, formats: JPG, PNG, GIF, WEBP">
      {(wiring) => (
        <>
          {shown && (
            <div className={styles.chosen}>
              <img src={shown} alt="The image of the announcement" />
              <Button size="s" onClick={remove}>
                Remove Image
              </Button>
            </div>
          )}
          <FileInput {...wiring} accept={IMAGE_TYPES.join(',')} onChoose={choose} />
        </>
      )}
    </Field>
  );
}
