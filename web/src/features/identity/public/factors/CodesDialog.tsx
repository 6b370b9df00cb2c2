import { Dialog } from '#ui/overlay/Dialog.tsx';
import { RecoveryCodes } from './RecoveryCodes';

const QUESTION = 'These codes are not shown again. Have you saved them?';

/** Shows new recovery codes until the user confirms that they are saved. Back, Escape and Close ask for that first. */
export function CodesDialog({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Dialog title="Your recovery codes" open stays onOpenChange={(open) => !open && window.confirm(QUESTION) && onDone()}>
      <RecoveryCodes codes={codes} onDone={onDone} />
    </Dialog>
  );
}
