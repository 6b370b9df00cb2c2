import { zodResolver } from '@hookform/resolvers/zod';
import { LoginForm as LoginSchema } from '@shop/contracts/forms';
import type { SecondFactorRequiredView, SessionView } from '@shop/contracts/views';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { startAdminSession } from '../../../lib/calls/admin-session';
import { useBotToken } from '../../../lib/calls/bot-check';
import { useAppDispatch } from '../../../lib/hooks';
import { endSession, sessionStarted } from '../../session/session';
import { Button } from '../../../ui/action/Button';
import { PasswordField } from '../../../ui/form/PasswordField';
import { TextField } from '../../../ui/form/TextField';
import styles from '../public/AuthForms.module.css';
import { FormError } from '../public/FormError';
import { isSecondStep, useLoginMutation, useLogoutMutation } from '../api/identity-api';
import { PasskeyLogin } from '../public/factors/PasskeyLogin';
import { SecondStep } from '../public/factors/SecondStep';

/**
 * The admin's login, with the same call as the public one. Accounts without a role are refused with a message
 * (docs/product/administration.md#logging-in-as-an-admin).
 */
export function AdminLoginForm() {
  const dispatch = useAppDispatch();
  const botToken = useBotToken();
  const [login, { error }] = useLoginMutation();
  const [logout] = useLogoutMutation();
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(LoginSchema),
    defaultValues: { email: '', password: '' },
    reValidateMode: 'onSubmit',
  });
  const { errors, isSubmitting } = formState;
  const [step, setStep] = useState<SecondFactorRequiredView | null>(null);

  const submit = handleSubmit(async (form) => {
    const { data } = await login({ ...form, recaptchaToken: await botToken('login') });
    if (!data) return setError('root', { message: 'Invalid email or password.' });
    if (isSecondStep(data)) return setStep(data);
    await enter(data);
  });

  const enter = async ({ user, token }: SessionView) => {
    setStep(null);
    if (user.is_admin !== 1) {
      await logout();
      dispatch(endSession());
      return setError('root', { message: 'Admin access required' });
    }
    dispatch(sessionStarted(user.id));
    dispatch(startAdminSession(token));
  };

  if (step) return <SecondStep of={step} onDone={(session) => void enter(session)} onBack={() => setStep(null)} />;

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <FormError text={errors.root?.message} cause={error} />
      <Button type="submit" variant="primary" block busy={isSubmitting}>
        Login
      </Button>
      <PasskeyLogin onDone={(session) => void enter(session)} />
    </form>
  );
}
