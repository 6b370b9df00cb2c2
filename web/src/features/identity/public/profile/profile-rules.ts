import { zodResolver } from '@hookform/resolvers/zod';
import { ProfileForm } from '@shop/contracts/forms';
import type { UserView } from '@shop/contracts/views';
import type { FieldErrors, Resolver } from 'react-hook-form';

const REQUIRED = ['name', 'last_name', 'email', 'country'] as const;
export type Profile = Record<(typeof REQUIRED)[number] | 'password' | 'confirmation' | 'current_password', string>;

export const profileOf = ({ name, last_name, email, country }: UserView): Profile => ({
  name,
  last_name,
  email,
  country,
  password: '',
  confirmation: '',
  current_password: '',
});

/** Whether the change must be confirmed with the current password. */
export const needsPassword = ({ email, password }: Pick<Profile, 'email' | 'password'>, user: UserView) =>
  email.trim().toLowerCase() !== user.email || password !== '';

/** The body of the call. A blank password keeps the old one, and the current one is sent only where it is required. */
export const toProfileForm = ({ confirmation: _same, current_password, ...form }: Profile, user: UserView): ProfileForm =>
  needsPassword(form, user) ? { ...form, current_password } : form;

export const isIncomplete = (profile: Profile) => REQUIRED.some((field) => profile[field].trim() === '');

const bySchema = zodResolver(ProfileForm);

/** The shared schema, the repetition of a new password, and the current one where it is required. */
export const profileResolver =
  (user: UserView): Resolver<Profile> =>
  async (values, context, options) => {
    const { errors } = await bySchema(toProfileForm(values, user), context, options as never);
    const all: FieldErrors<Profile> = {
      ...(errors as FieldErrors<Profile>),
      ...(values.password !== values.confirmation && { confirmation: { type: 'equal', message: 'Passwords do not match.' } }),
      ...(needsPassword(values, user) &&
        !values.current_password && { current_password: { type: 'required', message: 'Please enter your current password.' } }),
    };
    return Object.keys(all).length > 0 ? { values: {}, errors: all } : { values, errors: {} };
  };
