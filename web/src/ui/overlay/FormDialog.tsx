import { useId, type ReactNode, type SyntheticEvent } from 'react';
import { Button } from '../action/Button';
import { Dialog } from './Dialog';
import styles from './FormDialog.module.css';

/**
 * A modal that is one form, with Cancel and `submit` below it; drawn while it is open. A click beside it loses nothing that was
 * typed, and what is being sent (`busy`) cannot be left. `onSubmit` gets the event with its default prevented.
 */
export function FormDialog({
  title,
  submit,
  variant = 'primary',
  busy,
  disabled = false,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  submit: string;
  variant?: 'primary' | 'danger';
  busy: boolean;
  disabled?: boolean;
  onSubmit: (event: SyntheticEvent) => unknown;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Dialog
      title={title}
      open
      stays
      onOpenChange={(open) => !open && !busy && onClose()}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant={variant} type="submit" form={id} busy={busy} disabled={disabled}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event);
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
