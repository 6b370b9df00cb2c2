import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { Field, type FieldTexts } from './Field';
import styles from './Field.module.css';
import { IconButton } from '../action/IconButton';

export function PasswordField({ label, error, hint, id, ...input }: Omit<ComponentProps<'input'>, 'type'> & FieldTexts) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} error={error} hint={hint} id={id}>
      {(wiring) => (
        <div className={styles.inner}>
          <input
            type={isShown ? 'text' : 'password'}
            className={styles.control}
            // Browsers correct a shown password, and send it to spelling services, like any other text.
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...wiring}
          />
          <IconButton
            className={styles.end}
            label={isShown ? 'Hide password' : 'Show password'}
            aria-controls={wiring.id}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <EyeOff size={20} /> : <Eye size={20} />}
          </IconButton>
        </div>
      )}
    </Field>
  );
}
