import type { StepUpForm } from '@shop/contracts/forms';
import type { SecondFactorRequiredView, SessionView } from '@shop/contracts/views';
import { useEffect } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { Button } from '#ui/action/Button.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import styles from '../AuthForms.module.css';
import { Enrol } from './Enrol';
import { FactorForm } from './FactorForm';
import { useSecondStepMutation, useSecondStepOptionsMutation } from '../../api/second-factor-api';

type Step = { of: SecondFactorRequiredView; onDone: (session: SessionView) => void; onBack: () => void };

/** The second step of a login. A user who must have a second factor and has none sets one up here. */
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
  // Asks again with a mutation of its own, because the form would disappear while `ask` loads.
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
