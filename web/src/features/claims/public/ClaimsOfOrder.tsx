import { CLAIM_DAYS } from '@shop/contracts/constants';
import type { OrderView } from '@shop/contracts/views';
import { useState } from 'react';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { useNow } from '#lib/time/use-now.ts';
import { Button } from '#ui/action/Button.tsx';
import { Badge } from '#ui/display/Badge.tsx';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import { useClaimsQuery } from '../api/claims-api';
import { STATES } from '../parts/claim-words';
import styles from '../parts/Claims.module.css';

const ReportProblem = lazyWithRetry(async () => (await import('./ReportProblem')).ReportProblem);
const ClaimDialog = lazyWithRetry(async () => (await import('./ClaimDialog')).ClaimDialog);

const DAY_MS = 86_400_000;
/** So many days are no fewer than the business days of a report; the server counts those in the shop's time zone. */
const MOST_DAYS = CLAIM_DAYS.report + 2 * Math.ceil(CLAIM_DAYS.report / 5) + 1;

type Dialog = { report: { orderId: number; productId: number; name: string } } | { claimId: number };

/** Each track of a paid order: what came of a reported problem, and the button that reports one while there is time. */
export function ClaimsOfOrder({ order }: { order: OrderView }) {
  const { data: claims = [] } = useClaimsQuery(undefined, { skip: order.paid_at === null });
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const now = useNow();
  if (order.paid_at === null) return null;
  const isInTime = order.payment_state === 'paid' && now < Date.parse(order.paid_at) + MOST_DAYS * DAY_MS;
  const lines = order.products.flatMap(({ id, name }) => {
    const claim = claims.find(
      (candidate) => candidate.part === 'buyer' && candidate.orderId === order.id && candidate.productId === id,
    );
    const mayReport = isInTime && !claim?.waits_for;
    return claim || mayReport ? [{ id, name, claim, mayReport }] : [];
  });
  if (lines.length === 0) return null;
  return (
    <>
      <ul className={styles.claims} aria-label="Problems">
        {lines.map(({ id, name, claim, mayReport }) => (
          <li key={id}>
            <span dir="auto">{name}</span>
            {claim && <Badge tone={STATES[claim.state].tone}>{`Problem: ${STATES[claim.state].name}`}</Badge>}
            {claim && (
              <Button size="s" aria-label={`Messages about ${name}`} onClick={() => setDialog({ claimId: claim.id })}>
                Messages
              </Button>
            )}
            {mayReport && (
              <Button
                size="s"
                variant="ghost"
                aria-label={`Report a problem with ${name}`}
                onClick={() => setDialog({ report: { orderId: order.id, productId: id, name } })}
              >
                Report a problem
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog && (
        <SectionBoundary place={JSON.stringify(dialog)}>
          {'report' in dialog ? (
            <ReportProblem
              problem={dialog.report}
              onReported={(claimId) => setDialog({ claimId })}
              onClose={() => setDialog(null)}
            />
          ) : (
            <ClaimDialog id={dialog.claimId} onClose={() => setDialog(null)} />
          )}
        </SectionBoundary>
      )}
    </>
  );
}
