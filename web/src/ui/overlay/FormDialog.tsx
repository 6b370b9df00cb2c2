import { useId, type ReactNode, type Ref, type SyntheticEvent } from 'react';
import { Button } from '../action/Button';
import { Dialog } from './Dialog';
import styles from './FormDialog.module.css';

/**
 * A modal with one form, and with Cancel and `submit` below it; mounted only while it is open. A click beside it does not close it, and
 * while `busy` it cannot be closed. `onSubmit` gets the event with its default prevented. `ref` is the form's.
 */
export function FormDialog({
  ref,
  title,
  submit,
  variant = 'primary',
  busy,
  disabled = false,
  onSubmit,
  onClose,
  children,
}: {
  ref?: Ref<HTMLFormElement>;
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
        ref={ref}
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
