import type { AdminOrderView } from '@shop/contracts/views';
import { FileText } from 'lucide-react';
import { errorText } from '#lib/calls/api.ts';
import { saveUrl } from '#lib/files/save-file.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import styles from './AdminOrder.module.css';
import { useContractMutation } from '../api/admin-orders-api';

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
