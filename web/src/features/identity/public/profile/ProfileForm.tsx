import type { UserView } from '@shop/contracts/views';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { isApiError } from '#lib/calls/api.ts';
import { sessionHasEnded } from '#features/session/ask-to-log-in.ts';
import { useKeptForm } from '#features/session/use-kept-form.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import { CountryField } from '#ui/form/search-select/CountryField.tsx';
import { useFocusFirstInvalid } from '#ui/form/focus-first-invalid.ts';
import { TextField } from '#ui/form/TextField.tsx';
import styles from '../AuthForms.module.css';
import { FormError } from '../FormError';
import { useSaveProfileMutation } from '../../api/identity-api';
import { PasswordHints } from '../PasswordHints';
import {
  isIncomplete,
  isNewAddress,
  needsPassword,
  profileOf,
  profileResolver,
  toProfileForm,
  type Profile,
} from './profile-rules';
import profileStyles from './ProfileView.module.css';

const FIELDS = ['name', 'last_name', 'email', 'country', 'password', 'current_password'] as const;
const isField = (name: string | undefined): name is (typeof FIELDS)[number] => FIELDS.some((field) => field === name);

/** `onDone` is called when the form is saved or cancelled (docs/product/accounts.md#the-profile). */
export function ProfileForm({ user, onDone }: { user: UserView; onDone: () => void }) {
  const dispatch = useAppDispatch();
  const [save, { error }] = useSaveProfileMutation();
  const [initialProfile] = useState(() => profileOf(user));
  const form = useForm<Profile>({
    resolver: profileResolver(initialProfile),
    shouldFocusError: false,
    defaultValues: initialProfile,
  });
  const { register, control, handleSubmit, formState, setError, trigger, getValues } = form;
  const forget = useKeptForm(form, 'profile', ['password', 'confirmation', 'current_password']);
  const finish = () => {
    forget();
    onDone();
  };
  const { errors, isSubmitting, isSubmitted } = formState;
  const element = useFocusFirstInvalid(formState);
  const [email, password] = useWatch({ control, name: ['email', 'password'] });
  const moves = isNewAddress(email, initialProfile);

  const send = async (profile: Profile) => {
    const answer = await save({ userId: user.id, ...toProfileForm(profile, initialProfile) });
    if (answer.data) {
      toast.success('Profile updated successfully!');
      if (moves) toast.info('Please open the link that we have mailed to your new address.');
      return finish();
    }
    if (dispatch(sessionHasEnded(answer.error))) return;
    setError('root', { message: 'Failed to update profile.' });
    if (isApiError(answer.error) && isField(answer.error.field))
      setError(answer.error.field, { message: answer.error.message }, { shouldFocus: true });
  };
  const refuse = () => {
    if (isIncomplete(getValues()))
      setError('root', { message: 'Please fill in all required fields: Name, Last Name, Email, and Country.' });
  };

  return (
    <form
      ref={element}
      className={`${styles.form} ${profileStyles.edit}`}
      aria-label="Profile"
      noValidate
      onSubmit={(event) => void handleSubmit(send, refuse)(event)}
    >
      <div className={styles.pair}>
        <TextField label="Name" autoComplete="given-name" error={errors.name?.message} {...register('name')} />
        <TextField label="Last Name" autoComplete="family-name" error={errors.last_name?.message} {...register('last_name')} />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        hint={
          moves &&
          'We mail a link to the new address; it holds once you have opened that. The old one gets a notice, and your other sessions end.'
        }
        error={errors.email?.message}
        {...register('email')}
      />
      <CountryField control={control} name="country" own />
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        hint={password ? undefined : 'Leave it blank to keep the one you have.'}
        error={errors.password?.message}
        {...register('password', { onChange: () => isSubmitted && void trigger('confirmation') })}
      />
      {password && <PasswordHints password={password} />}
      <PasswordField
        label="Confirm New Password"
        autoComplete="new-password"
        error={errors.confirmation?.message}
        {...register('confirmation')}
      />
      {needsPassword({ email, password }, initialProfile) && (
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          hint="A new address or password is confirmed with the one you have."
          error={errors.current_password?.message}
          {...register('current_password')}
        />
      )}
      <FormError text={errors.root?.message} cause={error} />
      <div className={profileStyles.ways}>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Save changes
        </Button>
        <Button onClick={finish} disabled={isSubmitting}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
