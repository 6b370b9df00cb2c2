import { zodResolver } from '@hookform/resolvers/zod';
import { CustomerForm, NOT_SPELLED, unspelled } from '@shop/contracts/forms';
import type { CustomerInfo, UserView } from '@shop/contracts/views';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { useKeptForm } from '#features/session/use-kept-form.ts';
import { useConfigQuery } from '#lib/calls/config-api.ts';
import { CountryField } from '#ui/form/search-select/CountryField.tsx';
import { useFocusFirstInvalid } from '#ui/form/focus-first-invalid.ts';
import { TextField } from '#ui/form/TextField.tsx';
import styles from './Checkout.module.css';
import { sameAddress } from '../same-address';

const BLANK: CustomerInfo = { firstName: '', lastName: '', email: '', country: '', phone: '' };
const fromProfile = (user: UserView): CustomerInfo => ({
  firstName: user.name,
  lastName: user.last_name,
  email: user.email,
  country: user.country,
  phone: '',
});

/** The contact fields, filled from the profile once it is known. Typed values stay, even after a reload. */
export function useContactForm(user: UserView | undefined) {
  const form = useForm<CustomerInfo>({
    resolver: zodResolver(CustomerForm) as never, // the schema's input allows a null phone, which this form never has
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: BLANK,
    ...(user && { values: fromProfile(user) }),
    resetOptions: { keepDirtyValues: true },
  });
  const forget = useKeptForm(form, 'checkout');
  const values = useWatch({ control: form.control });
  const complete = form.formState.isValid;
  return { form, customer: { ...BLANK, ...values }, complete, forget, accountEmail: user?.email };
}

const blankIsNone = (text: string | undefined) => text?.trim() || undefined;

type Props = { form: UseFormReturn<CustomerInfo>; accountEmail: string | undefined; onSubmit: (complete: boolean) => void };

export function ContactForm({ form, accountEmail, onSubmit }: Props) {
  const { register, control, handleSubmit, formState } = form;
  const { errors } = formState;
  const element = useFocusFirstInvalid(formState);
  const [email, firstName, lastName] = useWatch({ control, name: ['email', 'firstName', 'lastName'] });
  // A name from the profile is not touched, but says so too.
  const field = unspelled(firstName, lastName);
  const asksCompany = useConfigQuery().data?.asksCompany;
  const elsewhere = accountEmail && email && !sameAddress(email, accountEmail);
  return (
    <form
      ref={element}
      noValidate
      className={styles.contact}
      onSubmit={(event) =>
        void handleSubmit(
          () => onSubmit(true),
          () => onSubmit(false),
        )(event)
      }
    >
      <TextField
        label="First Name"
        autoComplete="given-name"
        required
        error={field === 'firstName' ? NOT_SPELLED : errors.firstName?.message}
        {...register('firstName')}
      />
      <TextField
        label="Last Name"
        autoComplete="family-name"
        required
        error={field === 'lastName' ? NOT_SPELLED : errors.lastName?.message}
        {...register('lastName')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        hint={
          elsewhere && `Mails go to ${accountEmail}, and here too once you have opened the link that we send to this address.`
        }
        {...register('email')}
      />
      <CountryField control={control} name="country" autoComplete="country-name" />
      <TextField label="Phone (optional)" type="tel" autoComplete="tel" error={errors.phone?.message} {...register('phone')} />
      {asksCompany && (
        <>
          <TextField
            label="Company (optional)"
            autoComplete="organization"
            hint="For the invoice"
            error={errors.company?.message}
            {...register('company', { setValueAs: blankIsNone })}
          />
          <TextField
            label="VAT number (optional)"
            autoComplete="off"
            hint="Of a company in the European Union"
            error={errors.vatNumber?.message}
            {...register('vatNumber', { setValueAs: blankIsNone })}
          />
        </>
      )}
      {/* Enter in a field submits the form even without a submit button. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden>
        Continue
      </button>
    </form>
  );
}
