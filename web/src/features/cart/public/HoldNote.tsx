import { timeWithZone } from '@shop/contracts/times';
import type { HoldView } from '@shop/contracts/views';
import { errorText } from '#lib/calls/api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { Button } from '#ui/action/Button.tsx';
import { Countdown } from '#ui/display/Countdown.tsx';
import { sessionHasEnded } from '../../session/ask-to-log-in';
import { toast } from '#lib/toast.ts';
import { useSetReminderMutation } from '../api/holds-api';
import styles from './CartLine.module.css';

const wordsOf = ({ way, until, remind }: HoldView) => {
  const reminder = remind ? ' We e-mail you if they do not buy it.' : '';
  if (until === null) return `Somebody is just paying for this track.${reminder}`;
  return way === 'arranged'
    ? `Reserved for another buyer until ${timeWithZone(until)}.${reminder}`
    : `Somebody is just paying for this track. If they do not, it is free again on ${timeWithZone(until)}.${reminder}`;
};

/**
 * Says that another buyer holds the track, and offers a mail at the end of the hold. The element stays in the page without a
 * hold, so that screen readers announce its changes.
 */
export function HoldNote({ name, hold }: { name: string; hold: HoldView | undefined }) {
  const dispatch = useAppDispatch();
  const [setReminder, { isLoading }] = useSetReminderMutation();

  async function wish({ id, remind }: HoldView) {
    const { error } = await setReminder({ id, remind: !remind });
    if (error && !dispatch(sessionHasEnded(error))) toast.error(errorText(error, 'Failed to change the reminder'));
  }

  return (
    <>
      <p className={styles.held} aria-live="polite">
        {hold && wordsOf(hold)}
      </p>
      {hold?.until && <Countdown until={hold.until} />}
      {hold && (
        <Button
          className={styles.remind}
          size="s"
          busy={isLoading}
          aria-label={hold.remind ? `No e-mail about ${name}` : `Remind me of ${name}`}
          onClick={() => void wish(hold)}
        >
          {hold.remind ? 'No e-mail' : 'Remind me'}
        </Button>
      )}
    </>
  );
}
