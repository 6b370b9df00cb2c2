import { useId } from 'react';
import styles from './Services.module.css';

type Answer = 'Yes' | 'No';

export function YesNo({ label, value, onChange }: { label: string; value: Answer; onChange: (answer: Answer) => void }) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <div className={styles.yesNo}>
        {(['Yes', 'No'] as const).map((answer) => (
          <label key={answer}>
            <input type="radio" name={name} value={answer} checked={value === answer} onChange={() => onChange(answer)} />
            <span dir="auto">{answer}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
