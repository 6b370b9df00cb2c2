import type { FormEventHandler, ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Button } from '#ui/action/Button.tsx';
import { useFocusFirstInvalid } from '#ui/form/focus-first-invalid.ts';
import { TextArea, TextField } from '#ui/form/TextField.tsx';
import styles from './Services.module.css';

type SharedFields<Value> = Record<'description' | 'name' | 'email', Value>;

/** The name and address from the requester's profile. */
export type Requester = { name: string; email: string };

/** The questions of the service, then the wish in the requester's own words, and the requester. */
export function RequestForm({
  children,
  onSubmit,
  fields,
  errors,
  placeholder,
  busy,
  submitCount,
  disabled = false,
}: {
  children: ReactNode;
  onSubmit: FormEventHandler;
  fields: SharedFields<UseFormRegisterReturn>;
  errors: Partial<SharedFields<{ message?: string }>>;
  placeholder: string;
  busy: boolean;
  submitCount: number;
  disabled?: boolean;
}) {
  const form = useFocusFirstInvalid({ submitCount });
  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
      {children}
      <TextArea
        label="Description"
        placeholder={placeholder}
        rows={4}
        error={errors.description?.message}
        {...fields.description}
      />
      <div className={styles.pair}>
        <TextField label="Name" autoComplete="name" error={errors.name?.message} {...fields.name} />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          error={errors.email?.message}
          {...fields.email}
        />
      </div>
      <div className={styles.send}>
        <p className="muted">
          Nothing is charged until we have agreed with you. We reply within 24-48 hours, to the address of your account.
        </p>
        <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
          {busy ? 'Sending...' : 'Send request'}
        </Button>
      </div>
    </form>
  );
}
