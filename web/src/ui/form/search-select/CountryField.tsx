import { COUNTRIES } from '@shop/contracts/countries';
import { Controller, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { SearchSelect } from './SearchSelect';

/** The country in a form. `own`: the country of the person who fills in the form, so that the browser may autofill it. */
export function CountryField<Values extends FieldValues, Input>({
  control,
  name,
  own = false,
  autoComplete,
}: {
  control: Control<Values, unknown, Input>;
  name: FieldPathByValue<Values, string>;
  own?: boolean;
  autoComplete?: string;
}) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <SearchSelect
          label="Country"
          options={COUNTRIES}
          emptyText="No countries found"
          error={fieldState.error?.message}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          autoComplete={autoComplete}
          {...(own && { placeholder: 'Search country', autoComplete: 'country-name', name: field.name })}
        />
      )}
    />
  );
}
