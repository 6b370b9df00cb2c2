import { formatCents } from '@shop/contracts/pricing';
import { dateText } from '@shop/contracts/times';
import type { PayoutBatchView, PayoutItemView } from '@shop/contracts/views';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '#features/session/admin-role.ts';
import { usePollingInterval } from '#lib/admin/use-polling-interval.ts';
import { useAdminId } from '#lib/calls/admin-session.ts';
import { errorText } from '#lib/calls/api.ts';
import { lastWhileFetching } from '#lib/last-while-fetching.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { Badge } from '#ui/display/Badge.tsx';
import { Fact, Facts } from '#ui/display/Facts.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import {
  useApprovePayoutBatchMutation,
  useCancelPayoutBatchMutation,
  usePayoutBatchQuery,
  useSendPayoutBatchMutation,
  useTakePayoutBackMutation,
} from '../../api/admin-payout-batches-api';
import styles from './AdminPayoutBatch.module.css';
import { BATCH_STATES, ITEM_STATES } from './payout-words';

const POLL_MS = 5000;

/** A batch with the lines of each payout, what it costs, what went wrong, and the next step. */
export function AdminPayoutBatch({ id, onClose }: { id: number; onClose: () => void }) {
  const batch = usePayoutBatchQuery(id, { pollingInterval: usePollingInterval(POLL_MS), refetchOnMountOrArgChange: true });
  const [confirmedIds, setConfirmedIds] = useState<number[]>([]);
  const toggle = (sellerId: number) =>
    setConfirmedIds((ids) => (ids.includes(sellerId) ? ids.filter((id) => id !== sellerId) : [...ids, sellerId]));

  return (
    <Dialog title={`Batch #${id}`} open wide onOpenChange={onClose}>
      <Query of={lastWhileFetching(batch)} skeleton={<Skeleton height="240px" />} errorText="Failed to fetch the batch">
        {({ data }) => (
          <>
            <Facts>
              <Fact name="State">
                <Badge tone={BATCH_STATES[data.state].tone}>{BATCH_STATES[data.state].name}</Badge>
              </Fact>
              <Fact name="To sellers">{formatCents(data.totalCents)}</Fact>
              <Fact name="PayPal's fee">{`${data.sentAt ? '' : 'about '}${formatCents(data.feeCents)}`}</Fact>
              <Fact name="Together">{formatCents(data.totalCents + data.feeCents)}</Fact>
            </Facts>
            {data.failure && (
              <p className={styles.failure} dir="auto">
                {data.failure}
              </p>
            )}
            <ul className={styles.items}>
              {data.items.map((item) => (
                <Payout
                  key={item.id}
                  item={item}
                  batchId={data.id}
                  confirmed={confirmedIds.includes(item.sellerId)}
                  onConfirm={data.state === 'draft' ? () => toggle(item.sellerId) : null}
                />
              ))}
            </ul>
            <LeftOut of={data.leftOut} />
            <NextStep batch={data} confirmed={confirmedIds} />
          </>
        )}
      </Query>
    </Dialog>
  );
}

type PayoutProps = { batchId: number; item: PayoutItemView; confirmed: boolean; onConfirm: (() => void) | null };

function Payout({ batchId, item, confirmed, onConfirm }: PayoutProps) {
  const { storeName, payTo, amountCents, state, failure, doubts, lines, reference } = item;
  return (
    <li>
      <details>
        <summary className={styles.summary}>
          <ChevronDown size={16} aria-hidden className={styles.arrow} />
          <span className={styles.store}>
            <bdi>{storeName}</bdi> <span className="muted">{payTo}</span>
          </span>
          <Badge tone={failure ? 'warm' : ITEM_STATES[state].tone}>{ITEM_STATES[state].name}</Badge>
          <span className="mono">{formatCents(amountCents)}</span>
        </summary>
        <ul className={styles.lines}>
          {lines.map(({ saleId, orderId, name, dueOn, amountCents: cents }) => (
            <li key={saleId}>
              <bdi>{name}</bdi> <span className="muted">{`order #${orderId}, due ${dateText(dueOn)}`}</span>
              <span className="mono">{formatCents(cents)}</span>
            </li>
          ))}
        </ul>
        {reference && (
          <p className="muted" dir="auto">
            {`PayPal's transaction ${reference}`}
          </p>
        )}
      </details>
      {failure && (
        <p className={styles.failure} dir="auto">
          {failure}
        </p>
      )}
      {state === 'unclaimed' && <TakeBack batchId={batchId} item={item} />}
      {onConfirm && doubts.length > 0 && (
        <Checkbox label={`${doubts.join(' ')} It is meant.`} checked={confirmed} onChange={onConfirm} />
      )}
    </li>
  );
}

function TakeBack({ batchId, item }: { batchId: number; item: PayoutItemView }) {
  const mayPay = useMay()('changeMoney');
  const [takeBack, { isLoading }] = useTakePayoutBackMutation();
  if (!mayPay) return null;
  async function act() {
    const { error } = await takeBack({ id: batchId, itemId: item.id });
    if (error) toast.error(errorText(error, 'That did not work'));
    else toast.success('The payout is taken back: its sales are due again');
  }
  return (
    <Button size="s" aria-label={`Take back the payout to ${item.storeName}`} busy={isLoading} onClick={() => void act()}>
      Take back
    </Button>
  );
}

function LeftOut({ of: left }: { of: PayoutBatchView['leftOut'] }) {
  if (left.length === 0) return null;
  return (
    <section>
      <h3>Left out</h3>
      <ul className={styles.lines}>
        {left.map(({ sellerId, storeName, amountCents, reason }) => (
          <li key={`${sellerId} ${reason}`}>
            <bdi>{storeName}</bdi>{' '}
            <span className="muted" dir="auto">
              {reason}
            </span>
            <span className="mono">{formatCents(amountCents)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Approving, sending and cancelling, as the state of the batch allows. */
function NextStep({ batch, confirmed }: { batch: PayoutBatchView; confirmed: number[] }) {
  const mayPay = useMay()('changeMoney');
  const [approve, approval] = useApprovePayoutBatchMutation();
  const [send, sending] = useSendPayoutBatchMutation();
  const [cancel, cancellation] = useCancelPayoutBatchMutation();
  const [fault, setFault] = useState<string>();
  const ownId = useAdminId();
  const { id, state, items, totalCents, secondAdmin, approvedBy } = batch;
  const isOpen = state === 'draft' || state === 'approved';
  if (!mayPay || !isOpen) return null;

  const isForAnother = secondAdmin && state === 'approved' && approvedBy === ownId;
  const isConfirmed = items.every(({ sellerId, doubts }) => doubts.length === 0 || confirmed.includes(sellerId));
  async function act(work: Promise<{ error?: unknown }>, message: string) {
    setFault(undefined);
    const { error } = await work;
    if (error) return setFault(errorText(error, 'That did not work'));
    toast.success(message);
  }

  return (
    <>
      {secondAdmin && (
        <p className="muted">
          {isForAnother
            ? 'You approved this batch: another admin must send it.'
            : 'Another admin than the one who approves this batch must send it.'}
        </p>
      )}
      <Fault>{fault}</Fault>
      <div className={styles.buttons}>
        <Button variant="danger" busy={cancellation.isLoading} onClick={() => void act(cancel(id), 'The batch is cancelled')}>
          Cancel the batch
        </Button>
        {state === 'draft' ? (
          <Button
            variant="primary"
            busy={approval.isLoading}
            disabled={!isConfirmed}
            onClick={() => void act(approve({ id, confirmedSellers: confirmed }), 'The batch is approved')}
          >
            Approve
          </Button>
        ) : (
          <Button
            variant="primary"
            busy={sending.isLoading}
            disabled={isForAnother}
            onClick={() => void act(send(id), 'PayPal was asked to pay')}
          >
            {`Send ${formatCents(totalCents)}`}
          </Button>
        )}
      </div>
    </>
  );
}
