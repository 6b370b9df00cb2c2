import type { SecondStepForm } from '@shop/contracts/forms';
import type { SecondFactorRequiredView, SessionView } from '@shop/contracts/views';
import { useEffect, useState } from 'react';
import { errorText } from '../../../../lib/calls/api';
import { Button } from '../../../../ui/action/Button';
import { Query } from '../../../../ui/feedback/Query';
import { Skeleton } from '../../../../ui/feedback/Skeleton';
import { AppSetup } from './AppSetup';
import { hasPasskeys } from './browser-passkeys';
import { PasskeySetup } from './PasskeySetup';
import { RecoveryCodes } from './RecoveryCodes';
import { useEnrolAtLoginMutation, useSecondStepMutation } from '../../api/second-factor-api';

type Props = { of: SecondFactorRequiredView; onDone: (session: SessionView) => void };
type Finish = (proof: Omit<SecondStepForm, 'challenge'>) => Promise<unknown>;

/** Sets up an authenticator app or a passkey for a user who must have a second factor and has none. */
export function Enrol({ of: { challenge }, onDone }: Props) {
  const [finish] = useSecondStepMutation();
  const [way, setWay] = useState<'app' | 'passkey'>('app');
  const [done, setDone] = useState<(SessionView & { recoveryCodes?: string[] }) | null>(null);

  const enrol: Finish = async (proof) => {
    const { data, error } = await finish({ challenge, ...proof });
    if (data) setDone(data);
    return error;
  };
  if (done?.recoveryCodes) return <RecoveryCodes codes={done.recoveryCodes} onDone={() => onDone(done)} />;
  return (
    <>
      <p>Administrators of this shop log in with a second factor. Set up yours now.</p>
      {way === 'app' ? (
        <AppEnrolment challenge={challenge} enrol={enrol} />
      ) : (
        <PasskeySetup challenge={challenge} confirm={(newPasskey) => enrol({ newPasskey })} />
      )}
      {hasPasskeys() && (
        <Button block onClick={() => setWay(way === 'app' ? 'passkey' : 'app')}>
          {way === 'app' ? 'Use a Passkey Instead' : 'Use an Authenticator App Instead'}
        </Button>
      )}
    </>
  );
}

function AppEnrolment({ challenge, enrol }: { challenge: string; enrol: Finish }) {
  const [begin, enrolment] = useEnrolAtLoginMutation();
  useEffect(() => void begin(challenge), [begin, challenge]);
  return (
    <Query
      of={{ ...enrolment, isFetching: enrolment.isLoading, refetch: () => begin(challenge) }}
      skeleton={<Skeleton height="320px" />}
      errorText={(error) => errorText(error, 'This could not be loaded.')}
    >
      {(data) => <AppSetup enrolment={data} submit="Confirm and Log In" confirm={(code) => enrol({ code })} />}
    </Query>
  );
}
