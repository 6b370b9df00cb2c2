import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './Field';
import styles from './Field.module.css';

/** The browser's own select; its options are children. */
export function SelectField({ label, error, hint, id, ...select }: ComponentProps<'select'> & FieldTexts) {
  return (
    <Field label={label} error={error} hint={hint} id={id}>
      {(wiring) => (
        <div className={styles.inner}>
          <select className={styles.control} {...select} {...wiring} />
          <ChevronDown size={16} className={styles.arrow} aria-hidden />
        </div>
      )}
    </Field>
  );
}
