import type { OwnDataView } from '@shop/contracts/views';
import { OwnerDialog } from './OwnerDialog';
import { useDeleteAccountMutation } from '../../api/own-data-api';

/** Asks for confirmation, and for the password of an account without a second factor. */
export function DeleteAccountDialog({
  asks,
  onDone,
  onClose,
}: Pick<OwnDataView, 'asks'> & { onDone: () => void; onClose: () => void }) {
  const [remove] = useDeleteAccountMutation();
  return (
    <OwnerDialog
      title="Delete your account?"
      text="It will be gone in seven days. Log in before that to keep it."
      submit="Delete my account"
      danger
      asks={asks}
      send={async (form) => {
        const { error } = await remove(form);
        if (!error) onDone();
        return error;
      }}
      onClose={onClose}
    />
  );
}
