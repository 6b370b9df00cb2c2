import { Dialog } from '../../../../ui/overlay/Dialog';
import { RecoveryCodes } from './RecoveryCodes';

/** Shows new recovery codes until the user says that they are saved. */
export function CodesDialog({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Dialog title="Your recovery codes" open stays onOpenChange={(open) => !open && onDone()}>
      <RecoveryCodes codes={codes} onDone={onDone} />
    </Dialog>
  );
}
