import type { OrderItemView } from '@shop/contracts/views';
import { pageAddress } from '@shop/contracts/pages';
import { BadgeCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { errorText } from '#lib/calls/api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { toast } from '#lib/toast.ts';
import { Switch } from '#ui/form/Switch.tsx';
import { sessionHasEnded } from '../../session/ask-to-log-in';
import { useShowBuyerMutation } from '../api/orders-api';
import styles from './OrderFiles.module.css';

type Item = Pick<OrderItemView, 'id' | 'name' | 'certificate' | 'shows_buyer'>;

/**
 * The certificates of the bought tracks; nothing before the order is paid. With `orderId`, its buyer decides at each whether it
 * names them.
 */
export function OrderCertificates({ items, orderId }: { items: readonly Item[]; orderId?: number }) {
  const certifiedItems = items.flatMap((item) => (item.certificate ? [{ ...item, code: item.certificate }] : []));
  if (certifiedItems.length === 0) return null;
  return (
    <ul className={styles.files} aria-label="Certificates">
      {certifiedItems.map(({ code, ...item }) => (
        <li key={item.id}>
          <Link to={pageAddress('certificate', { code: code })} className={orderId === undefined ? undefined : styles.joined}>
            <BadgeCheck size={20} aria-hidden />
            <b>Certificate</b>{' '}
            <span className="muted" dir="auto">
              {item.name}
            </span>
          </Link>
          {orderId !== undefined && <ShowBuyer orderId={orderId} item={item} />}
        </li>
      ))}
    </ul>
  );
}

function ShowBuyer({ orderId, item }: { orderId: number; item: Item }) {
  const dispatch = useAppDispatch();
  const [showBuyer, { isLoading }] = useShowBuyerMutation();
  const change = async (isShown: boolean) => {
    const { error } = await showBuyer({ orderId, productId: item.id, shown: isShown });
    if (error && !dispatch(sessionHasEnded(error))) toast.error(errorText(error, 'It could not be changed. Please try again.'));
  };
  return (
    <div className={styles.shows}>
      <Switch
        label={
          <>
            <span>Show my name on the certificate</span>{' '}
            <span className="visually-hidden" dir="auto">
              {item.name}
            </span>
          </>
        }
        checked={item.shows_buyer}
        disabled={isLoading}
        onChange={(isShown) => void change(isShown)}
      />
    </div>
  );
}
