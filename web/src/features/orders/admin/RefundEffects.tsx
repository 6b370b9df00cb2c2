import { formatCents } from '@shop/contracts/pricing';
import { timeText } from '@shop/contracts/times';
import type { RefundQuoteView, RefundView } from '@shop/contracts/views';
import { Fragment } from 'react';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { Badge } from '#ui/display/Badge.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { SelectField } from '#ui/form/SelectField.tsx';
import { OPENED_LINKS } from './admin-order-words';
import styles from './AdminOrder.module.css';

type Quote = { data?: RefundQuoteView; error?: unknown; isFetching: boolean; refetch: () => unknown };

/** What a refund does, before it is confirmed. `missing` says what is to be filled in before the service can tell. */
export const RefundPreview = ({ quote, missing }: { quote: Quote; missing: string | null }) => (
  <div aria-live="polite" aria-busy={missing === null && quote.isFetching}>
    {missing === null && !quote.isFetching && isRefusal(quote.error) ? (
      <Fault>{errorText(quote.error, 'Failed to find out what it does')}</Fault>
    ) : missing === null ? (
      <Query
        of={quote}
        skeleton={<Skeleton height="200px" />}
        errorText={(error) => errorText(error, 'Failed to find out what it does')}
      >
        {(data) => <RefundEffects quote={data} />}
      </Query>
    ) : (
      <p className="muted">{missing}</p>
    )}
  </div>
);

/** The service refuses the refund as it is chosen: the same again would be refused again. */
const isRefusal = (error: unknown) => isApiError(error) && typeof error.status === 'number' && error.status < 500;

function RefundEffects({ quote }: { quote: RefundQuoteView }) {
  const { full, items, feeCents, amountCents, ledger, houseCents, certificates, coupon, creditNoteCents } = quote;
  const endedLinks = items.filter(({ linkEnded }) => linkEnded);
  const fee = feeCents > 0 ? `, ${formatCents(feeCents)} of it service fee` : '';
  return (
    <ul className={styles.consequences}>
      <li>
        {formatCents(amountCents)} goes back to the buyer by PayPal{fee}.
      </li>
      {full && <li>All of the order’s money is back then: its links stop working and its tracks stay off sale.</li>}
      {!full && endedLinks.length > 0 && (
        <li>
          These links stop working at once:{' '}
          {endedLinks.map(({ productId, name, project }, i) => (
            <Fragment key={`${productId} ${project}`}>
              {i > 0 && ', '}
              {project && 'the project of '}
              <bdi>{name}</bdi>
            </Fragment>
          ))}
          . {OPENED_LINKS}
        </li>
      )}
      {endedLinks.length === 0 && !full && <li>No link ends: the buyer keeps everything.</li>}
      {certificates.length > 0 && (
        <li>{certificates.length === 1 ? 'A certificate is' : `${certificates.length} certificates are`} revoked.</li>
      )}
      {ledger.map(({ productId, storeName, netCents }) => (
        <li key={productId}>
          {formatCents(netCents)} is taken back from <bdi>{storeName}</bdi>.
        </li>
      ))}
      {ledger.length > 0 && <li>What was paid out already, the next sales make up for.</li>}
      {houseCents > 0 && <li>The house bears {formatCents(houseCents)}.</li>}
      {coupon && <li>The coupon {coupon.code} stays used; what it took off is not paid out.</li>}
      <li>A credit note of {formatCents(creditNoteCents)} is made, if the order has an invoice.</li>
    </ul>
  );
}

/** Who bears a part that goes back, and whether the fee goes with it. */
export type Terms = { borneBy: 'sale' | 'house'; withFee: boolean };

export const RefundTerms = ({ terms, onChange }: { terms: Terms; onChange: (part: Partial<Terms>) => void }) => (
  <>
    <SelectField
      label="Who bears it"
      value={terms.borneBy}
      onChange={({ target }) => onChange({ borneBy: target.value === 'house' ? 'house' : 'sale' })}
    >
      <option value="sale">The sale, with the seller’s share</option>
      <option value="house">The house alone</option>
    </SelectField>
    <Checkbox
      label="With the service fee"
      checked={terms.withFee}
      onChange={({ target }) => onChange({ withFee: target.checked })}
    />
  </>
);

const STATES: Record<RefundView['state'], { name: string; tone: 'plain' | 'signal' | 'warm' }> = {
  asked: { name: 'Being asked', tone: 'plain' },
  pending: { name: 'Pending at PayPal', tone: 'plain' },
  done: { name: 'Done', tone: 'signal' },
  failed: { name: 'Failed', tone: 'warm' },
};

/** The refunds that admins have asked PayPal for. */
export const RefundList = ({ refunds }: { refunds: readonly RefundView[] }) => (
  <section>
    <h2>Refunds by PayPal</h2>
    <ul className={styles.history}>
      {refunds.map((refund) => (
        <li key={refund.id}>
          <span>
            <span className="mono">{formatCents(refund.amountCents)}</span>{' '}
            <Badge tone={STATES[refund.state].tone}>{STATES[refund.state].name}</Badge>
          </span>
          <span dir="auto">
            {timeText(refund.askedAt)} · {wordsOf(refund)}
          </span>
        </li>
      ))}
    </ul>
  </section>
);

const wordsOf = ({ askedBy, reason, borneBy, failure }: RefundView) =>
  `admin ${askedBy}: ${reason}${borneBy === 'house' ? ' (borne by the house)' : ''}${failure ? `. ${failure}` : ''}`;
