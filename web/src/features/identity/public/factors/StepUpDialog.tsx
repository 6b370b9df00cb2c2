import type { StepUpForm } from '@shop/contracts/forms';
import { useEffect, useEffectEvent } from 'react';
import { expireAdminSession, useAdminToken } from '#lib/calls/admin-session.ts';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { stepUps } from '#lib/calls/step-up.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { toast } from '#lib/toast.ts';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { sessionHasEnded } from '#features/session/ask-to-log-in.ts';
import styles from '../AuthForms.module.css';
import { FactorForm } from './FactorForm';
import { PasswordForm } from './PasswordForm';
import { useStepUpMutation, useStepUpOptionsMutation } from '../../api/second-factor-api';

/** Asks for what a call needs: the second factor, or the password of an account without one. Then the call is repeated. */
export function StepUpDialog({ admin }: { admin: boolean }) {
  const dispatch = useAppDispatch();
  const adminToken = useAdminToken();
  const token = admin ? adminToken : null;
  const [ask, options] = useStepUpOptionsMutation();
  // Asks again with a mutation of its own, because the form would disappear while `ask` loads.
  const [askAgain] = useStepUpOptionsMutation();
  const [stepUp] = useStepUpMutation();

  /**
   * Leads to the login when the session has ended.
   * @returns whether it has ended
   */
  const hasEnded = (error: unknown) => {
    if (!admin) return dispatch(sessionHasEnded(error));
    if (!isApiError(error) || error.status !== 401) return false;
    stepUps.settle(false);
    dispatch(expireAdminSession(token));
    return true;
  };
  const begin = useEffectEvent(async (options: { token: string | null }) => void hasEnded((await ask(options)).error));
  useEffect(() => void begin({ token }), [token]);

  const prove = async (proof: StepUpForm) => {
    const { error } = await stepUp({ token, proof });
    if (!error) stepUps.settle(true);
    return hasEnded(error) ? null : error;
  };
  const giveUp = () => {
    stepUps.settle(false);
    toast.info(`Nothing was changed: this has to be confirmed with your ${proofName}.`);
  };
  const asksPassword = options.data !== undefined && !options.data.app && !options.data.passkey;
  const proofName = asksPassword ? 'password' : 'second factor';

  return (
    <Dialog title="Confirm that it is you" open stays onOpenChange={(open) => !open && giveUp()}>
      <div className={styles.form}>
        <p>What you are about to do asks for your {proofName}. It then holds for five minutes.</p>
        <Query
          of={{ ...options, isFetching: options.isLoading, refetch: () => ask({ token }) }}
          skeleton={<Skeleton height="120px" />}
          errorText={(error) => errorText(error, 'This could not be loaded.')}
        >
          {(data) =>
            asksPassword ? (
              <PasswordForm submit="Confirm" prove={prove} />
            ) : (
              <FactorForm options={data} submit="Confirm" prove={prove} renew={async () => (await askAgain({ token })).data} />
            )
          }
        </Query>
      </div>
    </Dialog>
  );
}
