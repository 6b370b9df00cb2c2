import { zodResolver } from '@hookform/resolvers/zod';
import { samePassword } from '@shop/contracts/constants';
import { RegisterForm } from '@shop/contracts/forms';
import type { FieldErrors, Resolver } from 'react-hook-form';

export type Registration = Required<Omit<RegisterForm, 'recaptchaToken' | 'shop_name' | 'social_link'>> & {
  shop_name: string;
  social_link: string;
  privacy: boolean;
};

export const emptyRegistration: Registration = {
  name: '',
  last_name: '',
  email: '',
  password: '',
  confirmPassword: '',
  country: '',
  is_seller: false,
  shop_name: '',
  social_link: '',
  privacy: false,
};

/** The body of the call, without the privacy box, and with a store only for a seller. */
export function toRequest({ privacy: _accepted, ...form }: Registration): RegisterForm {
  return form.is_seller ? form : { ...form, shop_name: '', social_link: '' };
}

const bySchema = zodResolver(RegisterForm);

/** The shared schema, and rules that it checks only once the other fields are right, so that all errors show at once. */
export const registrationResolver: Resolver<Registration> = async (values, context, options) => {
  const { errors } = await bySchema(toRequest(values), context, options as never);
  const all: FieldErrors<Registration> = {
    ...errors,
    ...(!samePassword(values.confirmPassword, values.password) && {
      confirmPassword: { type: 'equal', message: 'Passwords do not match' },
    }),
    ...(values.is_seller &&
      !values.shop_name.trim() && { shop_name: { type: 'required', message: 'Please enter your store name' } }),
    ...(!values.privacy && { privacy: { type: 'required', message: 'Please accept the privacy policy' } }),
  };
  return Object.keys(all).length > 0 ? { values: {}, errors: all } : { values, errors: {} };
};
