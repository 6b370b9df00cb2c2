import type { ComponentProps } from 'react';
import { TextField } from './TextField';

/**
 * A number that is typed as text, so that a form refuses what is none: `type="number"` gives an empty text for what it cannot read. A comma
 * becomes a point, because many phones offer no other sign.
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
