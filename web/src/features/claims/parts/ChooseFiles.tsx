import { CLAIM_FILE_MAX_BYTES, CLAIM_FILE_TYPES, CLAIM_FILES_AT_ONCE } from '@shop/contracts/constants';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { fileSize } from '#lib/files/chosen-file.ts';
import { IconButton } from '#ui/action/IconButton.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { FileInput } from '#ui/form/FileInput.tsx';
import styles from './Claims.module.css';

type Props = { files: readonly File[]; onChange: (files: readonly File[]) => void; percent: number | null };

/** Chooses pictures and audio for a message, one by one; `percent` of them have been sent while they are. */
export function ChooseFiles({ files, onChange, percent }: Props) {
  const id = useId();
  const [fault, setFault] = useState<string | null>(null);

  function add(file: File) {
    if (file.size > CLAIM_FILE_MAX_BYTES) return setFault(`${file.name} is larger than 50 MB.`);
    setFault(null);
    onChange([...files, file]);
  }

  return (
    <div className={styles.choose}>
      {files.length > 0 && (
        <ul className={styles.chosen} aria-label="Chosen files">
          {files.map((file, at) => (
            <li key={`${file.name} ${at}`}>
              <span dir="auto">{file.name}</span> <span className="muted">{fileSize(file.size)}</span>
              <IconButton
                label={`Leave out ${file.name}`}
                disabled={percent !== null}
                onClick={() => onChange(files.filter((_, index) => index !== at))}
              >
                <X size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {files.length < CLAIM_FILES_AT_ONCE && (
        <>
          <label htmlFor={id}>Add a picture or audio, at most 50 MB</label>
          <FileInput id={id} accept={Object.values(CLAIM_FILE_TYPES).join(',')} disabled={percent !== null} onChoose={add} />
        </>
      )}
      {percent !== null && files.length > 0 && (
        <p role="status">
          <progress max={100} value={percent} aria-label="Sending the files" /> <span className="mono">{percent}%</span>
        </p>
      )}
      <Fault>{fault}</Fault>
    </div>
  );
}
