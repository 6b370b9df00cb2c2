import { useId } from 'react';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import styles from './Services.module.css';

export function ChoiceGroup<Option extends string>({
  label,
  options,
  value,
  onChange,
  error,
}: {
  label: string;
  options: readonly Option[];
  value: readonly Option[];
  onChange: (choices: Option[]) => void;
  error?: string;
}) {
  const errorId = useId();
  return (
    <fieldset className={styles.group} aria-invalid={Boolean(error)} aria-describedby={error ? errorId : undefined}>
      <legend>{label}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <Checkbox
            key={option}
            label={option}
            checked={value.includes(option)}
            onChange={({ target }) =>
              onChange(options.filter((choice) => (choice === option ? target.checked : value.includes(choice))))
            }
          />
        ))}
      </div>
      {error && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
