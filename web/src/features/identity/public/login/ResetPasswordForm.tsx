import { zodResolver } from '@hookform/resolvers/zod';
import { samePassword } from '@shop/contracts/constants';
import { ResetPasswordForm as ResetSchema } from '@shop/contracts/forms';
import { useEffect } from 'react';
import { useForm, type FieldErrors, type Resolver } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { isApiError } from '#lib/calls/api.ts';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/action/Button.tsx';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import styles from '../AuthForms.module.css';
import { FormError } from '../FormError';
import { useResetPasswordMutation } from '../../api/identity-api';

const REDIRECT_MS = 3000;
type Fields = { password: string; confirmation: string };

const bySchema = zodResolver(ResetSchema);
const resolver: Resolver<Fields> = async (values, context, options) => {
  const { errors } = await bySchema({ password: values.password }, context, options as never);
  const all: FieldErrors<Fields> = {
    ...(errors as FieldErrors<Fields>),
    ...(!samePassword(values.password, values.confirmation) && {
      confirmation: { type: 'equal', message: 'Passwords do not match' },
    }),
  };
  return Object.keys(all).length > 0 ? { values: {}, errors: all } : { values, errors: {} };
};

/**
 * Sets a new password with the token from the mail; after three seconds it leads to the login
 * (docs/product/accounts.md#forgotten-password).
 */
export function ResetPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const [reset, { data, error }] = useResetPasswordMutation();
  const { register, handleSubmit, formState, setError } = useForm<Fields>({
    resolver,
    defaultValues: { password: '', confirmation: '' },
  });

  useEffect(() => {
    if (!data) return;
    const timer = setTimeout(() => void navigate(paths.login), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [data, navigate]);

  const submit = handleSubmit(async ({ password }) => {
    const { error } = await reset({ token, password });
    if (isApiError(error) && error.field === 'password') setError('password', { message: error.message }, { shouldFocus: true });
  });

  if (data)
    return (
      <p className={styles.good} role="status" dir="auto">
        {data.message}
      </p>
    );

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        hint="At least 6 characters"
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label="Confirm New Password"
        autoComplete="new-password"
        error={formState.errors.confirmation?.message}
        {...register('confirmation')}
      />
      <FormError text={error && 'Error resetting password'} cause={error} />
      <Button type="submit" variant="primary" block busy={formState.isSubmitting}>
        Reset Password
      </Button>
      {error && (
        <Link className={styles.forgot} to={paths.forgotPassword}>
          Ask for a new link
        </Link>
      )}
    </form>
  );
}
