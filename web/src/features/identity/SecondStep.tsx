import type { StepUpForm } from '@shop/contracts/forms';
import type { SecondFactorRequiredView, SessionView } from '@shop/contracts/views';
import { useEffect, useState } from 'react';
import { errorText } from '../../lib/api';
import { Button } from '../../ui/Button';
import { Query } from '../../ui/Query';
import { Skeleton } from '../../ui/Skeleton';
import { AppSetup } from './AppSetup';
import styles from './AuthForms.module.css';
import { FactorForm } from './FactorForm';
import { RecoveryCodes } from './RecoveryCodes';
import { useEnrolAtLoginMutation, useSecondStepMutation, useSecondStepOptionsMutation } from './secondFactorApi';

type Step = { of: SecondFactorRequiredView; onDone: (session: SessionView) => void; onBack: () => void };

/** The second step of a login; who must have a factor and has none sets up an app here. */
export function SecondStep({ of, onDone, onBack }: Step) {
  return (
    <div className={styles.form}>
      {of.enrol ? <Enrol of={of} onDone={onDone} /> : <Confirm of={of} onDone={onDone} />}
      <Button variant="ghost" size="s" onClick={onBack}>
        Back to the login
      </Button>
    </div>
  );
}

function Confirm({ of: { challenge }, onDone }: Omit<Step, 'onBack'>) {
  const [ask, options] = useSecondStepOptionsMutation();
  // of its own: the form stays while it asks again
  const [askAgain] = useSecondStepOptionsMutation();
  const [finish] = useSecondStepMutation();
  useEffect(() => void ask(challenge), [ask, challenge]);

  const prove = async (proof: StepUpForm) => {
    const { data, error } = await finish({ challenge, ...proof });
    if (data) onDone(data);
    return error;
  };
  return (
    <>
      <p>Confirm that it is you.</p>
      <Query
        of={{ ...options, isFetching: options.isLoading, refetch: () => ask(challenge) }}
        skeleton={<Skeleton height="120px" />}
        errorText={(error) => errorText(error, 'This could not be loaded.')}
      >
        {(data) => (
          <FactorForm options={data} submit="Confirm" prove={prove} renew={async () => (await askAgain(challenge)).data} />
        )}
      </Query>
    </>
  );
}

function Enrol({ of: { challenge }, onDone }: Omit<Step, 'onBack'>) {
  const [begin, enrolment] = useEnrolAtLoginMutation();
  const [finish] = useSecondStepMutation();
  const [done, setDone] = useState<(SessionView & { recoveryCodes?: string[] }) | null>(null);
  useEffect(() => void begin(challenge), [begin, challenge]);

  const confirm = async (code: string) => {
    const { data, error } = await finish({ challenge, code });
    if (data) setDone(data);
    return error;
  };
  if (done?.recoveryCodes) return <RecoveryCodes codes={done.recoveryCodes} onDone={() => onDone(done)} />;
  return (
    <>
      <p>Administrators of this shop log in with a second factor. Set up yours now.</p>
      <Query
        of={{ ...enrolment, isFetching: enrolment.isLoading, refetch: () => begin(challenge) }}
        skeleton={<Skeleton height="320px" />}
        errorText={(error) => errorText(error, 'This could not be loaded.')}
      >
        {(data) => <AppSetup enrolment={data} submit="Confirm and Log In" confirm={confirm} />}
      </Query>
    </>
  );
}
