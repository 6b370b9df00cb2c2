import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmationFrame, type Confirmation } from './ConfirmationFrame';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { Spinner } from '#ui/action/Spinner.tsx';

const REDIRECT_MS = 3000;
type Outcome = Confirmation | 'missing';

const FAILURE = 'Failed to confirm subscription';
const NOTICES: Record<Exclude<Outcome, 'confirmed'>, string> = { refused: FAILURE, error: 'An error occurred', missing: FAILURE };

/** Confirms a subscription and leads on to the shop, or home after a failure (docs/product/newsletter.md#confirming). */
export function ConfirmSubscription({ token }: { token: string | undefined }) {
  const navigate = useNavigate();
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const outcome: Outcome | undefined = token ? confirmation : 'missing';

  useEffect(() => {
    if (!outcome) return toast.info('Processing your subscription...');
    if (outcome === 'confirmed') toast.success('Subscription confirmed successfully!');
    else toast.error(NOTICES[outcome]);
    const to = outcome === 'confirmed' ? paths.shop : paths.home;
    const timer = setTimeout(() => void navigate(to, { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [outcome, navigate]);

  return (
    <>
      {!outcome && (
        <>
          <Spinner />
          <h1>Processing Your Subscription</h1>
        </>
      )}
      {outcome === 'confirmed' && (
        <>
          <h1>Subscription Confirmed!</h1>
          <p className="muted">Welcome. A mail with the details is on its way; the shop opens in a moment.</p>
          <ButtonLink to={paths.shop}>To the shop</ButtonLink>
        </>
      )}
      {outcome && outcome !== 'confirmed' && (
        <>
          <h1>{outcome === 'missing' ? 'Invalid confirmation link: missing token' : 'This subscription is not confirmed'}</h1>
          <p className="muted">The link may be old or incomplete. You can ask for a new one with the form below.</p>
          <ButtonLink to={paths.home}>Back to Home</ButtonLink>
        </>
      )}
      {token && <ConfirmationFrame key={token} token={token} onOutcome={setConfirmation} />}
    </>
  );
}
