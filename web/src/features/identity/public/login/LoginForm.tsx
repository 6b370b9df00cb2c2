import { zodResolver } from '@hookform/resolvers/zod';
import { LoginForm as LoginSchema } from '@shop/contracts/forms';
import type { SecondFactorRequiredView, SessionView } from '@shop/contracts/views';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { useBotToken } from '../../../../lib/calls/bot-check';
import { useAppDispatch } from '../../../../lib/hooks';
import { paths } from '../../../../lib/paths';
import { sessionStarted } from '../../../session/session';
import { Button } from '../../../../ui/action/Button';
import { PasswordField } from '../../../../ui/form/PasswordField';
import { TextField } from '../../../../ui/form/TextField';
import styles from '../AuthForms.module.css';
import { FormError } from '../FormError';
import { isSecondStep, useLoginMutation } from '../../api/identity-api';
import { PasskeyLogin } from '../factors/PasskeyLogin';
import { SecondStep } from '../factors/SecondStep';

/** The login. Every failure has the same text (docs/product/accounts.md#logging-in). */
export function LoginForm({ email, onEmail }: { email: string; onEmail: (email: string) => void }) {
  const dispatch = useAppDispatch();
  const botToken = useBotToken();
  const [login, { error, isLoading }] = useLoginMutation();
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(LoginSchema),
    defaultValues: { email, password: '' },
    reValidateMode: 'onSubmit',
  });
  const { errors, isSubmitting } = formState;

  const [step, setStep] = useState<SecondFactorRequiredView | null>(null);

  const submit = handleSubmit(async (form) => {
    const { data } = await login({ ...form, recaptchaToken: await botToken('login') });
    if (data && isSecondStep(data)) setStep(data);
    else if (data?.message === 'Login successful') dispatch(sessionStarted(data.user.id));
    else setError('root', { message: 'Invalid email or password.' });
  });

  const start = ({ user }: SessionView) => dispatch(sessionStarted(user.id));

  if (step) return <SecondStep of={step} onDone={start} onBack={() => setStep(null)} />;
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errors.email?.message}
        {...register('email', { onChange: (event: { target: HTMLInputElement }) => onEmail(event.target.value) })}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <Link className={styles.forgot} to={paths.forgotPassword}>
        Forgot Password?
      </Link>
      <FormError text={errors.root?.message} cause={error} />
      <Button type="submit" variant="primary" block busy={isSubmitting || isLoading}>
        Login
      </Button>
      <PasskeyLogin onDone={start} />
    </form>
  );
}
