import { useId, type ReactNode } from 'react';
import styles from './Field.module.css';

export type FieldTexts = { label: string; error?: string; hint?: ReactNode };
type Wiring = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

/** A label, a control, and its error or hint. `children` gets the attributes that connect them. */
export function Field({
  label,
  error,
  hint,
  id,
  children,
}: FieldTexts & { id?: string; children: (wiring: Wiring) => ReactNode }) {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const notesId = `${controlId}-notes`;
  return (
    <div className={styles.field}>
      <label htmlFor={controlId} className={styles.label}>
        {label}
      </label>
      {children({ id: controlId, 'aria-invalid': Boolean(error), 'aria-describedby': error || hint ? notesId : undefined })}
      {(error || hint) && (
        <div id={notesId}>
          {error ? (
            <p className={styles.error} role="alert">
              {error}
            </p>
          ) : (
            <div className={styles.hint}>{hint}</div>
          )}
        </div>
      )}
    </div>
  );
}
