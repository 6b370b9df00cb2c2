import type { ComponentProps } from 'react';
import styles from './FileInput.module.css';

/** Chooses one file; the parent shows the choice. The same file can be chosen again after it changed on the disk. */
export const FileInput = ({
  onChoose,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'onChange'> & { onChoose: (file: File) => void }) => (
  <input
    {...input}
    type="file"
    className={styles.file}
    onChange={({ target }) => {
      const file = target.files?.[0];
      target.value = '';
      if (file) onChoose(file);
    }}
  />
);
