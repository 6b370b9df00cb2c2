import { useEffect, useEffectEvent, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { isApiError } from '#lib/calls/api.ts';
import { useBotToken } from '#lib/calls/bot-check.ts';
import { paths } from '#lib/paths.ts';
import { useKeptForm } from '#features/session/use-kept-form.ts';
import { Button } from '#ui/action/Button.tsx';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import { CountryField } from '#ui/form/search-select/CountryField.tsx';
import { useFocusFirstInvalid } from '#ui/form/focus-first-invalid.ts';
import { TextField } from '#ui/form/TextField.tsx';
import styles from '../AuthForms.module.css';
import { FormError } from '../FormError';
import { useRegisterMutation } from '../../api/identity-api';
import { PasswordHints } from '../PasswordHints';
import { emptyRegistration, registrationResolver, toRequest, type Registration } from './registration-rules';
import { VerificationStep } from './VerificationStep';

/** Step 1 of registration. Step 2, the code, takes over its values (docs/product/accounts.md#registering). */
export function RegisterForm({ email, onEmail }: { email: string; onEmail: (email: string) => void }) {
  const botToken = useBotToken();
  const [sendRegistration, { error }] = useRegisterMutation();
  const [registration, setRegistration] = useState<Registration | null>(null);
  const form = useForm<Registration>({
    resolver: registrationResolver,
    defaultValues: { ...emptyRegistration, email },
    reValidateMode: 'onChange',
    shouldFocusError: false,
  });
  const { register, control, handleSubmit, formState, setError, trigger } = form;
  // Typed values survive a reload, but not leaving the tab or the modal.
  const forget = useEffectEvent(useKeptForm(form, 'register', ['password', 'confirmPassword']));
  useEffect(() => () => forget(), []);
  const { errors, isSubmitting, isSubmitted } = formState;
  const element = useFocusFirstInvalid(formState);
  const [password, isSeller] = useWatch({ control, name: ['password', 'is_seller'] });

  const submit = handleSubmit(async (form) => {
    const answer = await sendRegistration({ ...toRequest(form), recaptchaToken: await botToken('register') });
    if (answer.data?.requiresVerification) setRegistration(form);
    else if (isApiError(answer.error) && (answer.error.field === 'shop_name' || answer.error.field === 'password'))
      setError(answer.error.field, { message: answer.error.message }, { shouldFocus: true });
    else setError('root', { message: 'Registration error. Please try again.' });
  });

  if (registration) return <VerificationStep registration={registration} onBack={() => setRegistration(null)} />;

  return (
    <form ref={element} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles.pair}>
        <TextField label="Name" autoComplete="given-name" error={errors.name?.message} {...register('name')} />
        <TextField label="Last Name" autoComplete="family-name" error={errors.last_name?.message} {...register('last_name')} />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        error={errors.email?.message}
        {...register('email', {
          onChange: (event: { target: HTMLInputElement }) => {
            onEmail(event.target.value);
            void trigger('email');
          },
        })}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password', { onChange: () => isSubmitted && void trigger('confirmPassword') })}
      />
      {password && <PasswordHints password={password} />}
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <CountryField control={control} name="country" own />
      <Checkbox label="I am a seller" {...register('is_seller')} />
      {isSeller && (
        <div className={styles.seller}>
          <TextField label="Store Name" error={errors.shop_name?.message} {...register('shop_name')} />
          <TextField
            label="SoundCloud, Facebook or VK Link"
            inputMode="url"
            placeholder="soundcloud.com/your-name"
            error={errors.social_link?.message}
            {...register('social_link')}
          />
        </div>
      )}
      <Checkbox
        label={
          <>
            I accept the{' '}
            <Link to={paths.privacy} target="_blank">
              Privacy Policy
            </Link>
          </>
        }
        error={errors.privacy?.message}
        {...register('privacy')}
      />
      <FormError text={errors.root?.message} cause={error} />
      <Button type="submit" variant="primary" block busy={isSubmitting}>
        Register
      </Button>
    </form>
  );
}
