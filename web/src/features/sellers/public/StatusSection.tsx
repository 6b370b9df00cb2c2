import { VERIFICATION_HOURS } from '@shop/contracts/constants';
import type { SellerView } from '@shop/contracts/views';
import { Circle, CircleCheck } from 'lucide-react';
import { Badge } from '#ui/display/Badge.tsx';
import { DashboardSection } from './parts/DashboardSection';
import { DueClock } from '#ui/display/DueClock.tsx';
import styles from './parts/SellerDashboard.module.css';
import { storeState } from './parts/states';

type State = { label: string; tone: 'plain' | 'signal' | 'warm'; text: string };

const INACTIVE: State = {
  label: 'Inactive',
  tone: 'warm',
  text: 'Your store cannot send tracks, and its tracks are not for sale. Contact the admin to find out why.',
};

const STATES: Record<string, State> = {
  refused: {
    label: 'Not verified',
    tone: 'warm',
    text: `We could not accept your document. Send another one: we look at it within ${VERIFICATION_HOURS} hours.`,
  },
  '0': {
    label: 'Not verified',
    tone: 'plain',
    text: `Send a document that shows who you are. We look at it within ${VERIFICATION_HOURS} hours, then your store becomes active.`,
  },
  pending: {
    label: 'Pending verification',
    tone: 'plain',
    text: `Your document is with us. We look at it within ${VERIFICATION_HOURS} hours and write to you. Only active stores sell tracks.`,
  },
  active: { label: 'Active', tone: 'signal', text: 'Your store is verified. You can send tracks for review.' },
  inactive: INACTIVE,
};

/** The status of the store, what happens next, and what the seller still has to do. */
export function StatusSection({ seller }: { seller: SellerView }) {
  const { status, status_reason: reason, verification_due_at: dueAt, verification_refused_at: refusedAt } = seller;
  const state = STATES[storeState(seller)] ?? INACTIVE;
  const steps = [
    { done: seller.verification_photo !== null && !refusedAt, text: 'Identity document sent' },
    { done: status === 'active', text: 'Store verified' },
    { done: seller.accepted_offer, text: 'Offer agreement accepted' },
    { done: Boolean(seller.paypal_email ?? seller.card_number), text: 'Payout details filled in' },
  ];
  return (
    <DashboardSection title="Status" wide mark={<Badge tone={state.tone}>{state.label}</Badge>}>
      <p>
        {state.text} {dueAt && <DueClock what="Answer" dueAt={dueAt} />}
      </p>
      {reason && (
        <p className={styles.reason} dir="auto">
          <span className="muted">Reason: </span>
          {reason}
        </p>
      )}
      <ul className={styles.steps}>
        {steps.map(({ done, text }) => (
          <li key={text} className={done ? styles.done : ''}>
            {done ? <CircleCheck size={16} aria-label="Done:" /> : <Circle size={16} aria-label="To do:" />}
            {text}
          </li>
        ))}
      </ul>
    </DashboardSection>
  );
}
