import { useId, type ReactNode, type Ref, type SyntheticEvent } from 'react';
import { useUnsavedWarning } from '#lib/admin/use-unsaved-warning.ts';
import { Button } from '../action/Button';
import { Dialog } from './Dialog';
import styles from './FormDialog.module.css';

/**
 * A modal with one form, mounted only while it is open. A click beside it does not close it, nor does anything while `busy`.
 * While `unsaved` it asks before it closes, unless the typed values are `kept`. The default of `onSubmit`'s event is prevented.
 * `ref` is the form's.
 */
export function FormDialog({
  ref,
  title,
  submit,
  variant = 'primary',
  busy,
  unsaved = false,
  kept = false,
  disabled = false,
  drawer = false,
  onSubmit,
  onClose,
  children,
}: {
  ref?: Ref<HTMLFormElement>;
  title: string;
  submit: string;
  variant?: 'primary' | 'danger';
  busy: boolean;
  unsaved?: boolean;
  kept?: boolean;
  disabled?: boolean;
  /** It stands beside the list that it belongs to. */
  drawer?: boolean;
  onSubmit: (event: SyntheticEvent) => unknown;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const mayLeave = useUnsavedWarning(unsaved);
  const close = () => !busy && (kept || mayLeave()) && onClose();
  return (
    <Dialog
      title={title}
      open
      stays
      drawer={drawer}
      onOpenChange={(open) => !open && close()}
      footer={
        <>
          <Button disabled={busy} onClick={close}>
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
