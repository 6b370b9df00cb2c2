import { useState } from 'react';
import { Button } from '../ui/action/Button';
import { TextField } from '../ui/form/TextField';
import { Dialog } from '../ui/overlay/Dialog';
import { FormDialog } from '../ui/overlay/FormDialog';
import { Shown } from './Shown';

const KINDS = { plain: {}, wide: { wide: true }, sheet: { sheet: true } };
type Open = keyof typeof KINDS | 'form' | 'busy' | null;

export function Overlays() {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Shown name="Dialog">
        {Object.entries(KINDS).map(([kind, props]) => (
          <span key={kind}>
            <Button onClick={() => setOpen(kind as Open)}>Open {kind} dialog</Button>
            <Dialog
              title={`A ${kind} dialog`}
              open={open === kind}
              onOpenChange={close}
              footer={<Button onClick={close}>Fine</Button>}
              {...props}
            >
              <p>What it says.</p>
            </Dialog>
          </span>
        ))}
      </Shown>
      <Shown name="FormDialog">
        <Button onClick={() => setOpen('form')}>Open form dialog</Button>
        <Button onClick={() => setOpen('busy')}>Open busy dialog</Button>
        {(open === 'form' || open === 'busy') && (
          <FormDialog title={`A ${open} dialog`} submit="Save" busy={open === 'busy'} onSubmit={close} onClose={close}>
            <TextField label="Reason" />
          </FormDialog>
        )}
      </Shown>
    </>
  );
}
