import type { ClaimRowView } from '@shop/contracts/views';
import { useState } from 'react';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { Button } from '#ui/action/Button.tsx';
import { Badge } from '#ui/display/Badge.tsx';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import { clockText, STATES } from '../parts/claim-words';
import styles from '../parts/Claims.module.css';

const ClaimDialog = lazyWithRetry(async () => (await import('./ClaimDialog')).ClaimDialog);

/** The problems that buyers reported with a seller's tracks, each with its clock and its thread. */
export function ClaimsOfStore({ claims }: { claims: readonly ClaimRowView[] }) {
  const [openId, setOpenId] = useState<number | null>(null);
  return (
    <>
      <ul className={styles.claims} aria-label="Reported problems">
        {claims.map((claim) => (
          <li key={claim.id}>
            <span>
              <b dir="auto">{claim.name}</b> <span className="muted">order #{claim.orderId}</span>
              <br />
              <span className="muted">{clockText(claim)}</span>
            </span>
            <Badge tone={STATES[claim.state].tone}>{STATES[claim.state].name}</Badge>
            <Button size="s" aria-label={`Messages about ${claim.name}`} onClick={() => setOpenId(claim.id)}>
              Messages
            </Button>
          </li>
        ))}
      </ul>
      {openId !== null && (
        <SectionBoundary place={openId}>
          <ClaimDialog id={openId} onClose={() => setOpenId(null)} />
        </SectionBoundary>
      )}
    </>
  );
}
