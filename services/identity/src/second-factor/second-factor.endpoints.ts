import assert from 'node:assert/strict';
import type { factorRoutes } from '@shop/contracts/routes';
import type { UserCaller, Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { registrationOptions } from './register-passkey';
import { askOwnPassword, ownPasswordLimit } from '../credentials/own-password';
import { beginApp } from './authenticator-app';
import { confirmApp, ownFactors, registerPasskey, renewRecoveryCodes, withdrawApp, withdrawPasskey } from './change-factors';
import { guessLimit } from '../credentials/code-guesses';
import type { FactorSettings } from './prove';
import { stepUp, stepUpByPassword, stepUpOptions } from './step-up';

function ownOf({ userId, sessionId }: UserCaller) {
  assert(sessionId, 'a user calls in a session');
  return { userId, sessionId };
}

type FactorParts = { source: DataSource; rateScale: number; factors: FactorSettings };

export function factorHandlers({ source, rateScale, factors }: FactorParts): Handlers<typeof factorRoutes> {
  const guesses = guessLimit(source, rateScale);
  const passwords = ownPasswordLimit(source, rateScale);
  return {
    readFactors: ({ caller }) => ownFactors(source.manager, factors, caller.userId),
    async beginApp({ body, caller }) {
      const { id: userId, email } = await askOwnPassword(source, passwords, caller.userId, body.password);
      return beginApp(source.manager, factors.keys, { userId, email, issuer: factors.party.name });
    },
    async confirmApp({ body, caller }) {
      const recoveryCodes = await confirmApp(source, factors, guesses, { ...ownOf(caller), code: body.code });
      return { success: true, recoveryCodes };
    },
    async removeApp({ body, caller }) {
      await askOwnPassword(source, passwords, caller.userId, body.password);
      await withdrawApp(source, factors, caller.userId);
      return { success: true };
    },
    async renewRecoveryCodes({ body, caller }) {
      await askOwnPassword(source, passwords, caller.userId, body.password);
      return { success: true, recoveryCodes: await renewRecoveryCodes(source, factors, caller.userId) };
    },
    async passkeyOptions({ body, caller }) {
      const user = await askOwnPassword(source, passwords, caller.userId, body.password);
      return inTx(source, ({ db }) => registrationOptions(db, factors.party, { user, sessionId: ownOf(caller).sessionId }));
    },
    addPasskey: async ({ body, caller }) => ({
      success: true,
      ...(await registerPasskey(source, factors, { ...ownOf(caller), form: body })),
    }),
    async removePasskey({ params, body, caller }) {
      await askOwnPassword(source, passwords, caller.userId, body.password);
      await withdrawPasskey(source, factors, caller.userId, params.id);
      return { success: true };
    },
    stepUpOptions: ({ caller }) => stepUpOptions(source.manager, factors, ownOf(caller)),
    async stepUp({ body: { password, ...proof }, caller }) {
      if (password === undefined) await stepUp(source, factors, guesses, { ...ownOf(caller), proof });
      else await stepUpByPassword(source, passwords, { ...ownOf(caller), password });
      return { success: true };
    },
  };
}
