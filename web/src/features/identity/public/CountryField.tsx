import { COUNTRIES } from '@shop/contracts/countries';
import { Controller, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { SearchSelect } from '../../../ui/form/SearchSelect';

/** The field `country` of a form. `own`: the country of the person who fills it in, so that the browser may autofill it. */
export function CountryField<Values extends FieldValues, Sent>({
  control,
  name,
  own = false,
}: {
  control: Control<Values, unknown, Sent>;
  name: FieldPathByValue<Values, string>;
  own?: boolean;
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
          {...(own && { placeholder: 'Search country', autoComplete: 'country-name', name: field.name })}
        />
      )}
    />
  );
}
