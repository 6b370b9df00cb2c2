import { useState } from 'react';
import { Button } from '#ui/action/Button.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { Specimen } from './Shown';

const KINDS = {
  plain: {},
  wide: { wide: true },
  sheet: { sheet: true },
  drawer: { drawer: true },
  page: { page: true },
  staying: { stays: true },
};
const FORMS = {
  form: {},
  busy: { busy: true },
  disabled: { disabled: true },
  danger: { variant: 'danger' },
} as const;
type Open = keyof typeof KINDS | keyof typeof FORMS | null;

export function Overlays() {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Specimen name="Dialog">
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
              {kind === 'wide' && Array.from({ length: 40 }, (_, line) => <p key={line}>And so much more that it scrolls.</p>)}
            </Dialog>
          </span>
        ))}
      </Specimen>
      <Specimen name="FormDialog">
        {Object.entries(FORMS).map(([kind, props]) => (
          <span key={kind}>
            <Button onClick={() => setOpen(kind as Open)}>Open {kind} dialog</Button>
            {open === kind && (
              <FormDialog title={`A ${kind} dialog`} submit="Save" busy={false} onSubmit={close} onClose={close} {...props}>
                <TextField label="Reason" />
                <TextField label="Reason, refused" error="Please say why." />
              </FormDialog>
            )}
          </span>
        ))}
      </Specimen>
    </>
  );
}
