import { formatCents } from '@shop/contracts/pricing';
import { dayText } from '@shop/contracts/times';
import type { PaypalPayoutView } from '@shop/contracts/views';
import { Badge } from '#ui/display/Badge.tsx';
import styles from './Ledger.module.css';

type State = { name: string; tone: 'plain' | 'signal' | 'warm'; words: (payout: PaypalPayoutView) => string };

/** PayPal gives back after so many days what nobody claims. */
const CLAIMED_WITHIN_MS = 30 * 86_400_000;
const DUE_AGAIN =
  'The amount is due to you again, and a later payout brings it. Please check your PayPal address under Payment info before that.';

const STATES: Record<PaypalPayoutView['state'], State> = {
  sent: { name: 'On its way', tone: 'plain', words: () => 'PayPal has it. Most payouts arrive within minutes.' },
  unclaimed: {
    name: 'Waits for you',
    tone: 'warm',
    words: ({ sentAt }) =>
      `PayPal knows no confirmed account with this address. Open an account with it, or confirm the address at PayPal, until ${dayText(
        new Date(Date.parse(sentAt) + CLAIMED_WITHIN_MS).toISOString(),
      )}. After that the money comes back to us and is due to you again.`,
  },
  'on-hold': {
    name: 'On hold at PayPal',
    tone: 'warm',
    words: () =>
      'PayPal checks it and decides by itself. Should it need anything, it writes to you; here you need to do nothing.',
  },
  paid: { name: 'Paid', tone: 'signal', words: () => 'It is in your PayPal account.' },
  returned: { name: 'Came back', tone: 'warm', words: () => `Nobody claimed it, so PayPal gave it back to us. ${DUE_AGAIN}` },
  failed: { name: 'Not paid', tone: 'warm', words: () => `PayPal could not pay it to this address. ${DUE_AGAIN}` },
  reversed: { name: 'Came back', tone: 'warm', words: () => `It was paid, and went back to us. ${DUE_AGAIN}` },
};

/** What became of the payouts that PayPal was asked for, and what their seller can do. Nothing before the first. */
export function PaypalPayouts({ payouts = [] }: { payouts?: readonly PaypalPayoutView[] }) {
  if (payouts.length === 0) return null;
  return (
    <section className={styles.payouts} aria-labelledby="paypal-payouts">
      <h3 id="paypal-payouts">Payouts by PayPal</h3>
      <ul>
        {payouts.map((payout) => (
          <li key={payout.id}>
            <span>
              {dayText(payout.sentAt)} <bdi className="muted">{payout.paidTo}</bdi>
            </span>
            <Badge tone={STATES[payout.state].tone}>{STATES[payout.state].name}</Badge>
            <span className="mono">{formatCents(payout.amountCents)}</span>
            <p className="muted" dir="auto">
              {STATES[payout.state].words(payout)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
