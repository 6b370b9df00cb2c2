import { PASSWORD_HINTS } from '@shop/contracts/constants';
import { Check, Dot } from 'lucide-react';
import { cx } from '#lib/cx.ts';
import styles from './AuthForms.module.css';

/** The rules that the typed password does not fulfil yet (docs/product/accounts.md#passwords). */
export function PasswordHints({ password }: { password: string }) {
  return (
    <ul className={styles.hints} aria-label="Password requirements">
      {PASSWORD_HINTS.map((hint) => {
        const isMet = hint.holds(password);
        return (
          <li key={hint.text} className={cx(styles.hint, isMet && styles.met)}>
            {isMet ? <Check size={14} aria-hidden /> : <Dot size={14} aria-hidden />}
            <span>{hint.text}</span>
            {isMet && <span className="visually-hidden">(met)</span>}
          </li>
        );
      })}
    </ul>
  );
}
