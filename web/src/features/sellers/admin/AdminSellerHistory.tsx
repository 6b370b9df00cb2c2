import { PayoutReversalForm } from '@shop/contracts/forms';
import type { LedgerLineView, PayoutRowView } from '@shop/contracts/views';
import { useEffect, useReducer, useState } from 'react';
import { useMay } from '../../session/admin-role';
import { useDraft, useKeepDraft } from '../../../lib/admin/drafts';
import { errorText } from '../../../lib/calls/api';
import { toast } from '../../../lib/toast';
import { Button } from '../../../ui/action/Button';
import { Dialog } from '../../../ui/overlay/Dialog';
import { Pagination } from '../../../ui/table/Pagination';
import { Query } from '../../../ui/feedback/Query';
import { RowActions } from '../../../ui/table/RowActions';
import { Skeleton } from '../../../ui/feedback/Skeleton';
import { CsvButton } from '../../../ui/table/CsvButton';
import { TextField } from '../../../ui/form/TextField';
import { useLazySellerLedgerCsvQuery, useReversePayoutMutation, useSellerLedgerQuery } from '../api/admin-payouts-api';
import styles from '../public/parts/Ledger.module.css';
import { Balances, LedgerLines } from '../public/parts/LedgerLines';
import { lastWhileFetching } from '../../../lib/last-while-fetching';

/** A seller's whole ledger, as the seller sees it. A payout that was recorded wrongly is taken back here. */
export function AdminSellerHistory({ row, onClose }: { row: PayoutRowView; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const ledger = useSellerLedgerQuery({ sellerId: row.id, page }, { refetchOnMountOrArgChange: true });
  // the previous page's lines must not appear when the next page failed
  const shown = lastWhileFetching(ledger);
  const may = useMay();
  const [fetchCsv] = useLazySellerLedgerCsvQuery();
  /** How many reasons are being asked for. */
  const [asked, count] = useReducer((before: number, more: number) => before + more, 0);

  return (
    <Dialog title={row.store_name} open wide stays={asked > 0} onOpenChange={onClose}>
      <Query of={shown} skeleton={<Skeleton height="240px" />} errorText="Failed to fetch the ledger">
        {({ data, pagination, balances }) => (
          <>
            <Balances {...balances} />
            <div className={styles.head}>
              <p className="muted">{pagination.total === 1 ? '1 line' : `${pagination.total} lines`}</p>
              <CsvButton fetch={() => fetchCsv(row.id)} file={`ledger-${row.id}.csv`} failed="Failed to download the ledger" />
            </div>
            <LedgerLines
              lines={data}
              actionOf={(line) => may('changeMoney') && isStandingPayout(line) && <TakeBack payoutId={line.id} count={count} />}
            />
            <Pagination {...pagination} onChange={setPage} />
          </>
        )}
      </Query>
    </Dialog>
  );
}

const isStandingPayout = ({ kind, state }: LedgerLineView) => kind === 'payout' && state === 'paid';

/** Asks for the reason first, because the seller is told. While it asks, it counts one. */
function TakeBack({ payoutId, count }: { payoutId: number; count: (more: number) => void }) {
  const place = `payout-reversal/${payoutId}`;
  const draft = useDraft<string>(place);
  const [asked, setAsked] = useState(draft !== undefined);
  const [reason, setReason] = useState(draft ?? '');
  useKeepDraft(place, reason !== '', () => reason);
  const [fault, setFault] = useState<string>();
  const [reverse, { isLoading }] = useReversePayoutMutation();
  useEffect(() => {
    if (!asked) return undefined;
    count(1);
    return () => count(-1);
  }, [asked, count]);

  async function takeBack() {
    const form = PayoutReversalForm.safeParse({ reason });
    if (!form.success) return setFault(form.error.issues[0]?.message);
    const { error } = await reverse({ payoutId, reason: form.data.reason });
    if (error) return setFault(errorText(error, 'Failed to take the payout back'));
    toast.success('The payout was taken back');
  }

  if (!asked)
    return (
      <Button size="s" variant="danger" onClick={() => setAsked(true)}>
        Recorded wrongly
      </Button>
    );
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void takeBack();
      }}
    >
      <TextField
        label="Why it is taken back"
        hint="The seller is told. The amount is due again; nothing is erased."
        autoComplete="off"
        maxLength={200}
        error={fault}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <RowActions>
        <Button size="s" onClick={() => setAsked(false)}>
          Cancel
        </Button>
        <Button size="s" variant="danger" type="submit" busy={isLoading}>
          Take back
        </Button>
      </RowActions>
    </form>
  );
}
