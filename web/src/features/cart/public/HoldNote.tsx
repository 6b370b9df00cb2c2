import type { HoldView } from '@shop/contracts/views';
import { moment } from '../../../lib/moment';
import styles from './CartLine.module.css';

/** A payment takes a quarter of an hour at most; what is held for longer was arranged with the operator. */
const LONGEST_PAYMENT_MS = 3_600_000;

const wordsOf = ({ until }: HoldView) => {
  if (until === null) return 'Somebody is just paying for this track.';
  const arranged = Date.parse(until) - Date.now() > LONGEST_PAYMENT_MS;
  return arranged
    ? `Reserved for another buyer until ${moment(until)}.`
    : `Somebody is just paying for this track. It is free again at ${moment(until)} if they do not.`;
};

/** That another buyer is ahead; it stays in the page, so that its coming and going is announced. */
export const HoldNote = ({ hold }: { hold: HoldView | undefined }) => (
  <p className={styles.held} aria-live="polite">
    {hold && wordsOf(hold)}
  </p>
);
