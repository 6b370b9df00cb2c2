import { zodResolver } from '@hookform/resolvers/zod';
import { LoginForm } from '@shop/contracts/forms';
import type { SecondFactorRequiredView, SessionView } from '@shop/contracts/views';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useBotToken } from '#lib/calls/bot-check.ts';
import { Button } from '#ui/action/Button.tsx';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import styles from '../AuthForms.module.css';
import { FormError } from '../FormError';
import { isSecondStep, useLoginMutation } from '../../api/identity-api';
import { PasskeyLogin } from '../factors/PasskeyLogin';
import { SecondStep } from '../factors/SecondStep';

/**
 * Logs in with address and password, and with a second step if the account has one, or with a passkey alone. `enter` takes the
 * session, and answers the reason for a refusal. Every failed login has the same text (docs/product/accounts.md#logging-in).
 */
export function CredentialsForm({
  email = '',
  onEmail,
  enter,
  button = 'Login',
  children,
}: {
  email?: string;
  onEmail?: (email: string) => void;
  enter: (session: SessionView) => Promise<string | null> | string | null;
  button?: string;
  children?: ReactNode;
}) {
  const botToken = useBotToken();
  const [login, { error, isLoading }] = useLoginMutation();
  const [step, setStep] = useState<SecondFactorRequiredView | null>(null);
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(LoginForm),
    defaultValues: { email, password: '' },
    reValidateMode: 'onSubmit',
  });
  const { errors, isSubmitting } = formState;

  const start = async (session: SessionView) => {
    setStep(null);
    const refusal = await enter(session);
    if (refusal) setError('root', { message: refusal });
  };
  const submit = handleSubmit(async (form) => {
    const { data } = await login({ ...form, recaptchaToken: await botToken('login') });
    if (!data) return setError('root', { message: 'Invalid email or password.' });
    if (isSecondStep(data)) return setStep(data);
    await start(data);
  });

  if (step) return <SecondStep of={step} onDone={(session) => void start(session)} onBack={() => setStep(null)} />;
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errors.email?.message}
        {...register('email', { onChange: (event: { target: HTMLInputElement }) => onEmail?.(event.target.value) })}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      {children}
      <FormError text={errors.root?.message} cause={error} />
      <Button type="submit" variant="primary" block busy={isSubmitting || isLoading}>
        {button}
      </Button>
      <PasskeyLogin onDone={(session) => void start(session)} />
    </form>
  );
}
