import type { ComponentProps } from 'react';
import { TextField } from './TextField';

/** What stands between the digits of a pasted code ("612 783") goes. */
const digitsOf = (text: string) => text.normalize('NFKC').replace(/\D/g, '');

/** A code of so many digits from a mail or an app, typed or pasted in any shape. */
export function CodeField({
  digits = 6,
  onCode,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'onChange' | 'maxLength'> & { digits?: number; onCode: (code: string) => void }) {
  return (
    <TextField
      inputMode="numeric"
      autoComplete="one-time-code"
      {...field}
      onChange={(event) => onCode(digitsOf(event.target.value).slice(0, digits))}
    />
  );
}
