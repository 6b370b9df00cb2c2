import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './Field';
import styles from './Field.module.css';

export function TextField({ label, error, hint, id, ...input }: ComponentProps<'input'> & FieldTexts) {
  return (
    <Field label={label} error={error} hint={hint} id={id}>
      {(wiring) => <input type="text" dir="auto" className={styles.control} {...input} {...wiring} />}
    </Field>
  );
}

export function TextArea({ label, error, hint, id, ...input }: ComponentProps<'textarea'> & FieldTexts) {
  return (
    <Field label={label} error={error} hint={hint} id={id}>
      {(wiring) => <textarea dir="auto" className={styles.control} {...input} {...wiring} />}
    </Field>
  );
}
