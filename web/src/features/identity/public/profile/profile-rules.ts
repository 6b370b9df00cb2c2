import { zodResolver } from '@hookform/resolvers/zod';
import { comparedAddress, samePassword } from '@shop/contracts/constants';
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

/** Whether this is another address than the one when the form was `opened`. */
export const isNewAddress = (email: string, opened: Profile) => comparedAddress(email) !== opened.email;

/** Whether the change must be confirmed with the current password. */
export const needsPassword = ({ email, password }: Pick<Profile, 'email' | 'password'>, opened: Profile) =>
  isNewAddress(email, opened) || password !== '';

/**
 * The body of the call: the fields that have changed since the form was `opened`, so that it reverts no change from elsewhere.
 * The current password is sent only where it is required.
 */
export function toProfileForm({ confirmation: _same, current_password, ...profile }: Profile, opened: Profile): ProfileForm {
  const changed = Object.entries({ ...profile, email: comparedAddress(profile.email) }).filter(
    ([field, value]) => value !== opened[field as keyof Profile],
  );
  return { ...Object.fromEntries(changed), ...(needsPassword(profile, opened) && { current_password }) };
}

export const isIncomplete = (profile: Profile) => REQUIRED.some((field) => profile[field].trim() === '');

const bySchema = zodResolver(ProfileForm);

/** The shared schema, the repetition of a new password, and the current password where it is required. */
export const profileResolver =
  (opened: Profile): Resolver<Profile> =>
  async (values, context, options) => {
    const { errors } = await bySchema(toProfileForm(values, opened), context, options as never);
    const all: FieldErrors<Profile> = {
      ...(errors as FieldErrors<Profile>),
      ...(!samePassword(values.password, values.confirmation) && {
        confirmation: { type: 'equal', message: 'Passwords do not match.' },
      }),
      ...(needsPassword(values, opened) &&
        !values.current_password && { current_password: { type: 'required', message: 'Please enter your current password.' } }),
    };
    return Object.keys(all).length > 0 ? { values: {}, errors: all } : { values, errors: {} };
  };
