import { PayoutReversalForm } from '@shop/contracts/forms';
import type { LedgerLineView, PayoutRowView } from '@shop/contracts/views';
import { useState } from 'react';
import { useMay } from '#features/session/admin-role.ts';
import { useDraft, useKeepDraft } from '#lib/admin/drafts.ts';
import { useUnsavedWarning } from '#lib/admin/use-unsaved-warning.ts';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { Pagination } from '#ui/table/Pagination.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { CsvButton } from '#ui/table/CsvButton.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import {
  useLazySellerLedgerCsvQuery,
  useReversePayoutMutation,
  useSellerLedgerQuery,
  useSellerStatementsQuery,
  useStatementFileMutation,
} from '../../api/admin-payouts-api';
import styles from '../../public/parts/Ledger.module.css';
import { Balances, LedgerLines } from '../../public/parts/LedgerLines';
import { monthText, Statements, type StatementForm } from '../../public/parts/Statements';
import { saveUrl } from '#lib/files/save-file.ts';
import { lastWhileFetching } from '#lib/last-while-fetching.ts';

/** The payout that the admin wants to take back, and the typed reason. */
type TakeBackForm = { payoutId: number; reason: string };

/** A seller's whole ledger, as the seller sees it, where an admin also takes back a payout that was recorded wrongly. */
export function AdminSellerHistory({ row, onClose }: { row: PayoutRowView; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const ledger = useSellerLedgerQuery({ sellerId: row.id, page }, { refetchOnMountOrArgChange: true });
  // The previous page's lines must not appear when the next page failed.
  const shownLedger = lastWhileFetching(ledger);
  const may = useMay();
  const [fetchCsv] = useLazySellerLedgerCsvQuery();
  const place = `payout-reversal/${row.id}`;
  const draft = useDraft<TakeBackForm>(place);
  const [reversal, setReversal] = useState(draft ?? null);
  const isUnsaved = reversal !== null && reversal.reason !== '';
  useKeepDraft(place, isUnsaved, () => reversal);
  const mayLeave = useUnsavedWarning(isUnsaved);

  return (
    <Dialog title={row.store_name} open wide stays={reversal !== null} onOpenChange={() => mayLeave() && onClose()}>
      <Query of={shownLedger} skeleton={<Skeleton height="240px" />} errorText="Failed to fetch the ledger">
        {({ data, pagination, balances }) => (
          <>
            <Balances {...balances} />
            <div className={styles.head}>
              <p className="muted">{pagination.total === 1 ? '1 line' : `${pagination.total} lines`}</p>
              <CsvButton fetch={() => fetchCsv(row.id)} file={`ledger-${row.id}.csv`} failed="Failed to download the ledger" />
            </div>
            <LedgerLines
              lines={data}
              actionOf={(line) =>
                may('changeMoney') &&
                isStandingPayout(line) && <TakeBack payoutId={line.id} asked={reversal} onAsk={setReversal} mayLeave={mayLeave} />
              }
            />
            <Pagination {...pagination} onChange={setPage} />
          </>
        )}
      </Query>
      <SellerStatements sellerId={row.id} />
    </Dialog>
  );
}

function SellerStatements({ sellerId }: { sellerId: number }) {
  const { data } = useSellerStatementsQuery(sellerId, { refetchOnMountOrArgChange: true });
  if (!data) return null;
  return <Statements months={data.data} file={(month, form) => <Statement id={sellerId} month={month} form={form} />} />;
}

/** Fetched with the admin's token and saved as a file. */
function Statement(props: { id: number; month: string; form: StatementForm }) {
  const [fetchFile, { isLoading }] = useStatementFileMutation();
  const download = async () => {
    const { data, error } = await fetchFile(props);
    if (data) saveUrl(data.name, data.url);
    else toast.error(errorText(error, 'Failed to download the statement'));
  };
  const form = props.form.toUpperCase();
  return (
    <Button
      size="s"
      busy={isLoading}
      aria-label={`Statement of ${monthText(props.month)} as ${form}`}
      onClick={() => void download()}
    >
      {form}
    </Button>
  );
}

const isStandingPayout = ({ kind, state }: LedgerLineView) => kind === 'payout' && state === 'paid';

/** Asks for the reason first, because the seller is told. One line asks at a time. */
function TakeBack({
  payoutId,
  asked,
  onAsk,
  mayLeave,
}: {
  payoutId: number;
  asked: TakeBackForm | null;
  onAsk: (reversal: TakeBackForm | null) => void;
  mayLeave: () => boolean;
}) {
  const [fault, setFault] = useState<string>();
  const [reverse, { isLoading }] = useReversePayoutMutation();

  async function takeBack(reason: string) {
    const form = PayoutReversalForm.safeParse({ reason });
    if (!form.success) return setFault(form.error.issues[0]?.message);
    const { error } = await reverse({ payoutId, reason: form.data.reason });
    if (!error) toast.success('The payout was taken back');
    // The line has no form any more.
    else if (isApiError(error) && error.code === 'already-reversed') toast.error(error.message);
    else return setFault(errorText(error, 'Failed to take the payout back'));
    onAsk(null);
  }

  if (asked?.payoutId !== payoutId)
    return (
      <Button size="s" variant="danger" onClick={() => mayLeave() && onAsk({ payoutId, reason: '' })}>
        Recorded wrongly
      </Button>
    );
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void takeBack(asked.reason);
      }}
    >
      <TextField
        label="Why it is taken back"
        hint="The seller is told. The amount is due again; nothing is erased."
        autoComplete="off"
        maxLength={200}
        error={fault}
        value={asked.reason}
        onChange={({ target }) => onAsk({ payoutId, reason: target.value })}
      />
      <div className={styles.buttons}>
        <Button size="s" onClick={() => mayLeave() && onAsk(null)}>
          Cancel
        </Button>
        <Button size="s" variant="danger" type="submit" busy={isLoading}>
          Take back
        </Button>
      </div>
    </form>
  );
}
