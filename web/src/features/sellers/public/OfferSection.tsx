import { OFFER_VERSION, OFFERS_IN_FORCE, SELLER_PERCENT } from '@shop/contracts/constants';
import { timeText } from '@shop/contracts/times';
import type { SellerView } from '@shop/contracts/views';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { isApiError } from '#lib/calls/api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { paths } from '#lib/paths.ts';
import { sessionHasEnded } from '../../session/ask-to-log-in';
import { toast } from '#lib/toast.ts';
import { Badge } from '#ui/display/Badge.tsx';
import { Button } from '#ui/action/Button.tsx';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { DashboardSection } from './parts/DashboardSection';
import styles from './parts/SellerDashboard.module.css';
import { useAcceptOfferMutation } from '../api/sellers-api';

/** The offer agreement, accepted once for each version (docs/product/selling.md#the-offer-agreement). */
export function OfferSection({ seller }: { seller: SellerView }) {
  const { accepted_offer: wasAccepted, offer_accepted_at: at, offer_version: version } = seller;
  const isAccepted = wasAccepted && (version === null || OFFERS_IN_FORCE.includes(version));
  return (
    <DashboardSection title="Offer agreement" mark={isAccepted && <Badge tone="signal">Accepted</Badge>}>
      <p>
        You keep {SELLER_PERCENT}% of each sale and are paid within three business days.{' '}
        <Link to={paths.offerAgreement} target="_blank" rel="noopener">
          Read the Public Offer Agreement
        </Link>
      </p>
      {wasAccepted && !isAccepted && (
        <p>
          You accepted version {version} on {timeText(at)}. The agreement has changed since: accept it again before you send your
          next track.
        </p>
      )}
      {isAccepted ? (
        <p className="muted">
          Version {version ?? OFFER_VERSION}, accepted on {timeText(at)}.
        </p>
      ) : (
        <AcceptOffer sellerId={seller.id} />
      )}
    </DashboardSection>
  );
}

function AcceptOffer({ sellerId }: { sellerId: number }) {
  const dispatch = useAppDispatch();
  const [isChecked, setIsChecked] = useState(false);
  const [problem, setProblem] = useState('');
  const [accept, { isLoading }] = useAcceptOfferMutation();

  async function submit() {
    if (!isChecked) return setProblem('Please check the checkbox first');
    const { error } = await accept(sellerId);
    if (!error) toast.success('Public Offer Agreement accepted');
    else if (isApiError(error) && error.code === 'offer-changed') toast.error(error.message);
    else if (!dispatch(sessionHasEnded(error))) toast.error('Failed to accept offer');
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Checkbox
        label="I have read and accept the Public Offer Agreement"
        checked={isChecked}
        error={problem}
        onChange={({ target }) => {
          setIsChecked(target.checked);
          setProblem('');
        }}
      />
      <Button type="submit" busy={isLoading}>
        Accept Offer (version {OFFER_VERSION})
      </Button>
    </form>
  );
}
