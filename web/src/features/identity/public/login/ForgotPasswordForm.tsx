import { zodResolver } from '@hookform/resolvers/zod';
import { EmailForm } from '@shop/contracts/forms';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/action/Button.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import styles from '../AuthForms.module.css';
import { FormError } from '../FormError';
import { useForgotPasswordMutation } from '../../api/identity-api';

/**
 * Asks for the mail with the reset link. The answer does not tell whether the account exists
 * (docs/product/accounts.md#forgotten-password).
 */
export function ForgotPasswordForm() {
  const [send, { data, error }] = useForgotPasswordMutation();
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(EmailForm), defaultValues: { email: '' } });

  const submit = handleSubmit(async (form) => {
    await send(form);
  });

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      {data && (
        <p className={styles.good} role="status" dir="auto">
          {data.message}
        </p>
      )}
      <FormError text={error && 'Error sending password reset email'} cause={error} />
      <Button type="submit" variant="primary" block busy={formState.isSubmitting}>
        Send reset link
      </Button>
      <Link className={styles.forgot} to={paths.login}>
        Back to login
      </Link>
    </form>
  );
}
