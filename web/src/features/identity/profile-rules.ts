import { zodResolver } from '@hookform/resolvers/zod';
import { ProfileForm } from '@shop/contracts/forms';
import type { UserView } from '@shop/contracts/views';
import type { FieldErrors, Resolver } from 'react-hook-form';

const REQUIRED = ['name', 'last_name', 'email', 'country'] as const;
export type Profile = Record<(typeof REQUIRED)[number] | 'password' | 'confirmation', string>;

export const profileOf = ({ name, last_name, email, country }: UserView): Profile => ({
  name,
  last_name,
  email,
  country,
  password: '',
  confirmation: '',
});

/** What is sent; a blank password keeps the old one (spec 2 §5). */
export const toProfileForm = ({ confirmation: _same, ...form }: Profile): ProfileForm => form;

export const isIncomplete = (profile: Profile) => REQUIRED.some((field) => profile[field].trim() === '');

const bySchema = zodResolver(ProfileForm);

/** The shared schema, and the second entry of a new password. */
export const profileResolver: Resolver<Profile> = async (values, context, options) => {
  const { errors } = await bySchema(toProfileForm(values), context, options as never);
  const all: FieldErrors<Profile> = {
    ...(errors as FieldErrors<Profile>),
    ...(values.password !== values.confirmation && { confirmation: { type: 'equal', message: 'Passwords do not match.' } }),
  };
  return Object.keys(all).length > 0 ? { values: {}, errors: all } : { values, errors: {} };
};
