import type { ReactNode } from 'react';
import { Button } from '#ui/action/Button.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';

/** The filters on a phone, in a sheet that opens from below over the list. */
export function FilterSheet({
  open,
  onOpenChange,
  found,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  found: string;
  children: ReactNode;
}) {
  return (
    <Dialog
      title="Filters"
      open={open}
      onOpenChange={onOpenChange}
      sheet
      footer={
        <Button variant="primary" block onClick={() => onOpenChange(false)}>
          Show {found}
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}
