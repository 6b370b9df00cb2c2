import type { AdminOrderView, InvoiceLinkView } from '@shop/contracts/views';
import { FileText, ReceiptText } from 'lucide-react';
import { errorText } from '#lib/calls/api.ts';
import { saveUrl } from '#lib/files/save-file.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import styles from './AdminOrder.module.css';
import { useContractMutation, useInvoiceMutation } from '../api/admin-orders-api';

/** Each contract of a paid order is fetched with the admin's token and saved as a file. */
export const AdminContracts = ({ order: { id, contracts } }: { order: AdminOrderView }) => (
  <ul className={styles.actions} aria-label="Contracts">
    {contracts.map(({ url, name }) => (
      <li key={url}>
        <Contract id={id} item={Number(/(\d+)\.pdf$/.exec(url)?.[1])} name={name} />
      </li>
    ))}
  </ul>
);

function Contract({ id, item, name }: { id: number; item: number; name: string }) {
  const [fetchContract, { isLoading }] = useContractMutation();
  const download = async () => {
    const { data, error } = await fetchContract({ id, item });
    if (data) saveUrl(data.name, data.url);
    else toast.error(errorText(error, 'Failed to download the contract'));
  };
  return (
    <Button size="s" busy={isLoading} onClick={() => void download()}>
      <FileText size={16} aria-hidden /> Contract{' '}
      <span className="muted" dir="auto">
        {name}
      </span>
    </Button>
  );
}

/** Invoice and credit notes are fetched and saved in the same way. */
export const AdminInvoices = ({ order: { id, invoices = [] } }: { order: AdminOrderView }) => (
  <ul className={styles.actions} aria-label="Invoices">
    {invoices.map((invoice) => (
      <li key={invoice.url}>
        <Invoice id={id} invoice={invoice} />
      </li>
    ))}
  </ul>
);

function Invoice({ id, invoice: { kind, number, url } }: { id: number; invoice: InvoiceLinkView }) {
  const [fetchInvoice, { isLoading }] = useInvoiceMutation();
  const label = kind === 'invoice' ? 'Invoice' : 'Credit note';
  const download = async () => {
    const nth = kind === 'invoice' ? null : Number(/(\d+)\.pdf$/.exec(url)?.[1]);
    const { data, error } = await fetchInvoice({ id, nth });
    if (data) saveUrl(data.name, data.url);
    else toast.error(errorText(error, `Failed to download the ${label.toLowerCase()}`));
  };
  return (
    <Button size="s" busy={isLoading} onClick={() => void download()}>
      <ReceiptText size={16} aria-hidden /> {label} <span className="muted mono">{number}</span>
    </Button>
  );
}
