import type { ComponentProps } from 'react';
import { TextField } from './TextField';

/**
 * A number is typed as text, so that a form can refuse other text: `type="number"` turns it into an empty value. A comma becomes
 * a point, because many phones offer no other sign.
 */
export const NumberField = ({ onChange, ...field }: Omit<ComponentProps<typeof TextField>, 'type'>) => (
  <TextField
    inputMode="decimal"
    autoComplete="off"
    {...field}
    onChange={(event) => {
      event.target.value = event.target.value.replace(',', '.');
      return onChange?.(event);
    }}
  />
);
