import { MonthQuery } from '@shop/contracts/forms';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { saveUrl } from '#lib/files/save-file.ts';
import { Button } from '#ui/action/Button.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { useMay } from '../../session/admin-role';
import { useInvoicesOfMonthMutation } from '../api/admin-orders-api';

/** Saves all invoices and credit notes of a month as a spreadsheet, for the accountant. Only for roles that read invoices. */
export function AdminInvoicesOfMonth() {
  const mayRead = useMay()('readInvoices');
  const [isOpen, setIsOpen] = useState(false);
  if (!mayRead) return null;
  return (
    <>
      <Button size="s" onClick={() => setIsOpen(true)}>
        <ReceiptText size={16} aria-hidden /> Invoices
      </Button>
      {isOpen && <ChooseMonth onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ChooseMonth({ onClose }: { onClose: () => void }) {
  const [month, setMonth] = useState(lastMonth);
  const [fault, setFault] = useState<{ field?: string; form?: string }>({});
  const [fetchInvoices, { isLoading }] = useInvoicesOfMonthMutation();

  async function download() {
    const form = MonthQuery.safeParse({ month });
    if (!form.success) return setFault({ field: form.error.issues[0]?.message });
    const { data, error } = await fetchInvoices(form.data.month);
    if (!data) return setFault({ form: errorText(error, 'Failed to download the invoices') });
    saveUrl(data.name, data.url);
    onClose();
  }

  return (
    <FormDialog
      title="Invoices of a month"
      submit="Download CSV"
      busy={isLoading}
      onSubmit={() => void download()}
      onClose={onClose}
    >
      <p>All invoices and credit notes with a date in that month, a line each, with net amount, rate and VAT.</p>
      <TextField
        label="Month"
        type="month"
        hint="Such as 2026-11"
        value={month}
        error={fault.field}
        onChange={({ target }) => {
          setMonth(target.value.trim());
          setFault({});
        }}
      />
      <Fault>{fault.form}</Fault>
    </FormDialog>
  );
}

/** The month before the present one, which is the one that an accountant asks for. */
function lastMonth(): string {
  const day = new Date();
  day.setUTCDate(0);
  return day.toISOString().slice(0, 7);
}
