import { plainDigits } from '@shop/contracts/constants';
import type { ComponentProps } from 'react';
import { TextField } from './TextField';

/** The digits of a pasted code, without the characters between them ("612 783"). */
const digitsOf = (text: string) => plainDigits(text).replace(/\D/g, '');

/** A field for a code of six digits from a mail or an app, typed or pasted in any form. */
export function CodeField({
  onCode,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'onChange' | 'maxLength'> & { onCode: (code: string) => void }) {
  return (
    <TextField
      inputMode="numeric"
      autoComplete="one-time-code"
      {...field}
      onChange={(event) => onCode(digitsOf(event.target.value).slice(0, 6))}
    />
  );
}
