import type { SecondStepForm } from '@shop/contracts/forms';
import type { SecondFactorRequiredView, SessionView } from '@shop/contracts/views';
import { useEffect, useState } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { Button } from '#ui/action/Button.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { codesShown } from '#features/session/session.ts';
import { AppSetup } from './AppSetup';
import { hasPasskeys } from './browser-passkeys';
import { CodesDialog } from './CodesDialog';
import { PasskeySetup } from './PasskeySetup';
import { useEnrolAtLoginMutation, useSecondStepMutation } from '../../api/second-factor-api';

type Props = { of: SecondFactorRequiredView; onDone: (session: SessionView) => void };
type Finish = (proof: Omit<SecondStepForm, 'challenge'>) => Promise<unknown>;

/** Sets up an authenticator app or a passkey for a user who must have a second factor and has none. */
export function Enrol({ of: { challenge }, onDone }: Props) {
  const dispatch = useAppDispatch();
  const [finish] = useSecondStepMutation();
  const [way, setWay] = useState<'app' | 'passkey'>('app');
  const [session, setSession] = useState<(SessionView & { recoveryCodes?: string[] }) | null>(null);

  const enrol: Finish = async (proof) => {
    const { data, error } = await finish({ challenge, ...proof });
    if (data) setSession(data);
    return error;
  };
  const codes = session?.recoveryCodes;
  useEffect(() => {
    if (!codes) return;
    dispatch(codesShown(true));
    return () => void dispatch(codesShown(false));
  }, [codes, dispatch]);

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
          {way === 'app' ? 'Use a passkey instead' : 'Use an authenticator app instead'}
        </Button>
      )}
      {codes && <CodesDialog codes={codes} onDone={() => onDone(session)} />}
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
      {(data) => <AppSetup enrolment={data} submit="Confirm and log in" confirm={(code) => enrol({ code })} />}
    </Query>
  );
}
