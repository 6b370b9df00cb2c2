import { GUARANTEED_PERCENT, LEDGER_STATES, SELLER_PERCENT } from '@shop/contracts/constants';
import type { SellerView } from '@shop/contracts/views';
import { useState } from 'react';
import { useAppDispatch } from '#lib/hooks.ts';
import { sessionHasEnded } from '../../session/ask-to-log-in';
import { CsvButton } from '#ui/table/CsvButton.tsx';
import { ALL, FilterSelect } from '#ui/table/FilterSelect.tsx';
import { Pagination } from '#ui/table/Pagination.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { DashboardSection } from './parts/DashboardSection';
import styles from './parts/Ledger.module.css';
import { Balances, LedgerLines } from './parts/LedgerLines';
import { useEarningsQuery, useLazyEarningsCsvQuery, useStatementsQuery } from '../api/ledger-api';
import { monthText, Statements } from './parts/Statements';
import { PaypalPayouts } from './parts/PaypalPayouts';
import { RowSkeletons } from './parts/RowSkeletons';
import { lastWhileFetching } from '#lib/last-while-fetching.ts';
import { PAGE_ROWS } from '#lib/use-list-params.ts';

const CHOICES = [
  ALL,
  ...LEDGER_STATES.map((state) => ({
    value: state,
    text: state === 'held' ? 'On hold' : state.charAt(0).toUpperCase() + state.slice(1),
  })),
];

/** A seller's earnings: the amounts owed, due and paid, and the calculation of each sale. */
export function Earnings({ seller: { id: sellerId } }: { seller: SellerView }) {
  const [{ page, state }, setAsked] = useState({ page: 1, state: '' });
  const query = new URLSearchParams({ page: String(page), limit: String(PAGE_ROWS), ...(state && { state }) }).toString();
  const ledger = useEarningsQuery({ sellerId, query }, { refetchOnMountOrArgChange: true });
  // Lines of another state or page must not appear under a choice that failed. The balances cover all lines.
  const shownLedger = lastWhileFetching(ledger);
  const balances = ledger.data?.balances;
  const hasNone = shownLedger.data?.pagination.total === 0 && !state;
  const only = new URLSearchParams(state && { state }).toString();
  const [fetchCsv] = useLazyEarningsCsvQuery();
  const dispatch = useAppDispatch();
  const statements = useStatementsQuery(sellerId, { refetchOnMountOrArgChange: true });

  return (
    <DashboardSection title="Earnings" wide>
      {balances && <Balances {...balances} />}
      <PaypalPayouts payouts={ledger.data?.payouts} />
      {balances && !hasNone && (
        <div className={styles.head}>
          <FilterSelect
            label="Show"
            value={state}
            options={CHOICES}
            onChange={(choice) => setAsked({ page: 1, state: choice })}
          />
          <CsvButton
            fetch={() => fetchCsv({ sellerId, query: only })}
            file={`ledger-${sellerId}.csv`}
            failed="Failed to download your earnings"
            onFailure={(error) => dispatch(sessionHasEnded(error))}
          />
        </div>
      )}
      <Query of={shownLedger} skeleton={<EarningsSkeleton />} errorText="Failed to load your earnings">
        {({ data, pagination }) =>
          hasNone ? (
            <p className={styles.none}>
              Nothing sold yet. You receive {SELLER_PERCENT}% of each sale within three business days; a coupon never counts for
              more than {100 - GUARANTEED_PERCENT}% of your price.
            </p>
          ) : (
            <>
              {data.length === 0 ? (
                <p className={styles.none}>No line is {state === 'held' ? 'on hold' : state} now.</p>
              ) : (
                <LedgerLines lines={data} />
              )}
              <Pagination {...pagination} onChange={(next) => setAsked({ page: next, state })} />
            </>
          )
        }
      </Query>
      <Query of={statements} skeleton={null} errorText="Failed to load your statements">
        {({ data: months }) => (
          <Statements
            months={months}
            file={(month, form) => (
              <a
                href={`/api/sellers/${sellerId}/statements/${month}.${form}`}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={`Statement of ${monthText(month)} as ${form.toUpperCase()}`}
              >
                {form.toUpperCase()}
              </a>
            )}
          />
        )}
      </Query>
    </DashboardSection>
  );
}

const EarningsSkeleton = () => (
  <>
    <Skeleton height="98px" />
    <RowSkeletons />
  </>
);
