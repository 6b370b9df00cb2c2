import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './Field';
import { Select } from './Select';

/** A select as a field of a form; its options are children. */
export const SelectField = ({ label, error, hint, id, ...select }: ComponentProps<'select'> & FieldTexts) => (
  <Field label={label} error={error} hint={hint} id={id}>
    {(wiring) => <Select wide {...select} {...wiring} />}
  </Field>
);
