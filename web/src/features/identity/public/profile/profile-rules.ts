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

/** Whether this is another address than that of `initialProfile`, the values with which the form was opened. */
export const isNewAddress = (email: string, initialProfile: Profile) => comparedAddress(email) !== initialProfile.email;

/** Whether the change must be confirmed with the current password. */
export const needsPassword = ({ email, password }: Pick<Profile, 'email' | 'password'>, initialProfile: Profile) =>
  isNewAddress(email, initialProfile) || password !== '';

/**
 * The body of the call: the fields that have changed since `initialProfile`, so that it reverts no change from elsewhere.
 * The current password is sent only where it is required.
 */
export function toProfileForm(
  { confirmation: _same, current_password, ...profile }: Profile,
  initialProfile: Profile,
): ProfileForm {
  const changes = Object.entries({ ...profile, email: comparedAddress(profile.email) }).filter(
    ([field, value]) => value !== initialProfile[field as keyof Profile],
  );
  return { ...Object.fromEntries(changes), ...(needsPassword(profile, initialProfile) && { current_password }) };
}

export const isIncomplete = (profile: Profile) => REQUIRED.some((field) => profile[field].trim() === '');

const bySchema = zodResolver(ProfileForm);

/** The shared schema, the repetition of a new password, and the current password where it is required. */
export const profileResolver =
  (initialProfile: Profile): Resolver<Profile> =>
  async (values, context, options) => {
    const { errors } = await bySchema(toProfileForm(values, initialProfile), context, options as never);
    const all: FieldErrors<Profile> = {
      ...(errors as FieldErrors<Profile>),
      ...(!samePassword(values.password, values.confirmation) && {
        confirmation: { type: 'equal', message: 'Passwords do not match.' },
      }),
      ...(needsPassword(values, initialProfile) &&
        !values.current_password && { current_password: { type: 'required', message: 'Please enter your current password.' } }),
    };
    return Object.keys(all).length > 0 ? { values: {}, errors: all } : { values, errors: {} };
  };
