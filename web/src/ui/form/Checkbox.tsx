import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './Field.module.css';

export function Checkbox({
  label,
  error,
  id,
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; error?: string }) {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  return (
    <div>
      <label className={styles.check} htmlFor={controlId}>
        <input
          type="checkbox"
          className={styles.box}
          id={controlId}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${controlId}-error` : undefined}
          {...input}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${controlId}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
