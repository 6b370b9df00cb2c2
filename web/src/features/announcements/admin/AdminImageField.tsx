import { useId, useState } from 'react';
import { cx } from '../../../lib/cx';
import { Button } from '../../../ui/action/Button';
import { Field } from '../../../ui/form/Field';
import { FileInput } from '../../../ui/form/FileInput';
import styles from './AdminAnnouncementForm.module.css';
import { IMAGE_TYPES, imageProblem, type ImageChoice } from './admin-form';

/**
 * Chooses, shows, replaces and removes the image of an announcement. `file` is the chosen one, and `shown` the address of the image that
 * will be saved.
 */
export function AdminImageField({
  file: chosen,
  shown,
  onChange,
}: {
  file: File | null;
  shown: string | null;
  onChange: (choice: ImageChoice) => void;
}) {
  const [problem, setProblem] = useState<string>();
  const chosenId = useId();

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
      {({ 'aria-describedby': notes, ...wiring }) => (
        <>
          {shown && (
            <div className={styles.chosen}>
              <img src={shown} alt="The image of the announcement" />
              <Button size="s" onClick={remove}>
                Remove Image
              </Button>
            </div>
          )}
          {/* the browser's own words stay "No file chosen", because FileInput forgets the file that it hands over */}
          <FileInput {...wiring} aria-describedby={cx(notes, chosenId)} accept={IMAGE_TYPES.join(',')} onChoose={choose} />
          <p id={chosenId} role="status" className={styles.fileName} dir="auto">
            {chosen?.name}
          </p>
        </>
      )}
    </Field>
  );
}
