import { z } from 'zod';
import {
  AppCodeForm,
  ChallengeForm,
  NewPasskeyForm,
  OwnPasswordForm,
  PasskeyLoginForm,
  SecondStepForm,
  StepUpForm,
} from '../../forms/second-factor';
import { SessionView } from '../../views/identity';
import {
  EnrolmentView,
  FactorOptionsView,
  PasskeyCreationView,
  PasskeyLoginView,
  RecoveryCodesView,
  SavedPasskeyView,
  SecondFactorView,
  SecondLoginView,
} from '../../views/second-factor';
import { DoneView } from '../../views/shared';
import { ASKS } from '../asks';
import { LIMITS } from '../limits';
import { noSuch, SUSPENDED, OWN_PASSWORD } from '../refusals';
import { route } from '../../declare';

const SECOND_STEP = '/api/users/login/second-factor';
const FACTORS = '/api/users/second-factor';
const PASSKEYS = '/api/users/passkeys';

const WRONG_FACTOR = {
  '400 wrong-code': 'The code is wrong or was used',
  '400 wrong-passkey': 'The passkey does not answer what was asked',
} as const;
const GUESSES = [LIMITS.factorGuesses, LIMITS.factorGuessesOfDay];
const TOO_MANY_PASSKEYS = { '409 too-many-passkeys': 'The account has ten passkeys' } as const;
const PASSKEY_EXISTS = { '409 passkey-exists': 'The passkey is registered already' } as const;
const FACTOR_REQUIRED = { '409 factor-required': 'Admins need a second factor, and this is the last one' } as const;

/** The second step of a login, and the login with a passkey alone. */
export const secondStepRoutes = {
  secondStepOptions: route({
    method: 'post',
    path: `${SECOND_STEP}/options`,
    who: 'anyone',
    changesSession: true,
    summary: 'How the second step of a login can be taken',
    body: ChallengeForm,
    answers: { 200: FactorOptionsView },
    refuses: { '401 unauthenticated': 'The login took too long, or its password was replaced' },
  }),
  enrolApp: route({
    method: 'post',
    path: `${SECOND_STEP}/enrol`,
    who: 'anyone',
    changesSession: true,
    summary: 'Begins to set up the authenticator app that a login asks for; its first code is the second step',
    body: ChallengeForm,
    answers: { 200: EnrolmentView },
    refuses: { '401 unauthenticated': 'The login took too long, or the account has a factor' },
  }),
  enrolPasskey: route({
    method: 'post',
    path: `${SECOND_STEP}/enrol/passkey`,
    who: 'anyone',
    changesSession: true,
    summary: 'What the browser needs to make the passkey that a login asks for, instead of an app',
    body: ChallengeForm,
    answers: { 200: PasskeyCreationView },
    refuses: { '401 unauthenticated': 'The login took too long, or the account has a factor' },
  }),
  takeSecondStep: route({
    method: 'post',
    path: SECOND_STEP,
    who: 'anyone',
    changesSession: true,
    summary: 'The second step of a login: a code, a recovery code or a passkey; a new passkey where a factor is to be set up',
    body: SecondStepForm,
    answers: { 200: SecondLoginView },
    limits: GUESSES,
    refuses: {
      ...WRONG_FACTOR,
      '401 unauthenticated': 'The login took too long, or its password was replaced',
      ...SUSPENDED,
      ...PASSKEY_EXISTS,
    },
  }),
  passkeyLoginOptions: route({
    method: 'post',
    path: '/api/users/login/passkey/options',
    who: 'anyone',
    changesSession: true,
    summary: 'What the browser needs to log in with a passkey alone',
    answers: { 200: PasskeyLoginView },
    limits: [LIMITS.passkeyLogins],
  }),
  loginByPasskey: route({
    method: 'post',
    path: '/api/users/login/passkey',
    who: 'anyone',
    changesSession: true,
    summary: 'Logs in with a passkey alone',
    body: PasskeyLoginForm,
    answers: { 200: SessionView },
    refuses: { '401 unauthenticated': 'The passkey is not known here, or the login took too long', ...SUSPENDED },
  }),
};

/** The calls about one's own account's protection. Every change needs the password, and the second factor if there is one. */
export const factorRoutes = {
  readFactors: route({
    method: 'get',
    path: FACTORS,
    who: 'user',
    summary: "What protects the caller's account: authenticator app, passkeys, how many recovery codes are left",
    answers: { 200: SecondFactorView },
  }),
  beginApp: route({
    method: 'post',
    path: `${FACTORS}/app`,
    who: 'user',
    stepUp: ASKS.changeOwnFactors.stepUp,
    changesSession: true,
    summary: 'Begins to set up an authenticator app: its secret and the address for the QR code',
    body: OwnPasswordForm,
    answers: { 200: EnrolmentView },
    limits: [LIMITS.ownPassword],
    refuses: { ...OWN_PASSWORD, '409 app-exists': 'There is an authenticator app already' },
  }),
  confirmApp: route({
    method: 'post',
    path: `${FACTORS}/app/confirm`,
    who: 'user',
    stepUp: ASKS.changeOwnFactors.stepUp,
    changesSession: true,
    summary: 'The first code of the app: from now on logins ask for one; recovery codes with the first factor',
    body: AppCodeForm,
    answers: { 200: RecoveryCodesView },
    limits: GUESSES,
    refuses: { '400 wrong-code': 'The code is wrong or was used' },
  }),
  removeApp: route({
    method: 'post',
    path: `${FACTORS}/app/remove`,
    who: 'user',
    stepUp: ASKS.changeOwnFactors.stepUp,
    changesSession: true,
    summary: 'Takes the authenticator app away',
    body: OwnPasswordForm,
    answers: { 200: DoneView },
    limits: [LIMITS.ownPassword],
    refuses: { ...OWN_PASSWORD, '409 no-app': 'There is no authenticator app', ...FACTOR_REQUIRED },
  }),
  renewRecoveryCodes: route({
    method: 'post',
    path: `${FACTORS}/recovery-codes`,
    who: 'user',
    stepUp: ASKS.changeOwnFactors.stepUp,
    changesSession: true,
    summary: 'Ten new recovery codes in place of the older ones',
    body: OwnPasswordForm,
    answers: { 200: RecoveryCodesView },
    limits: [LIMITS.ownPassword],
    refuses: { ...OWN_PASSWORD, '409 no-factor': 'There is no factor that they could stand in for' },
  }),
  passkeyOptions: route({
    method: 'post',
    path: `${PASSKEYS}/options`,
    who: 'user',
    stepUp: ASKS.changeOwnFactors.stepUp,
    changesSession: true,
    summary: 'What the browser needs to make a passkey',
    body: OwnPasswordForm,
    answers: { 200: PasskeyCreationView },
    limits: [LIMITS.ownPassword],
    refuses: { ...OWN_PASSWORD, ...TOO_MANY_PASSKEYS },
  }),
  addPasskey: route({
    method: 'post',
    path: PASSKEYS,
    who: 'user',
    stepUp: ASKS.changeOwnFactors.stepUp,
    changesSession: true,
    summary: 'Keeps the passkey that the browser has made; recovery codes with the first factor',
    body: NewPasskeyForm,
    answers: { 200: SavedPasskeyView },
    refuses: {
      '400 wrong-passkey': 'The passkey does not answer what this session was asked',
      ...PASSKEY_EXISTS,
      ...TOO_MANY_PASSKEYS,
    },
  }),
  removePasskey: route({
    method: 'post',
    path: `${PASSKEYS}/:id/remove`,
    who: 'user',
    stepUp: ASKS.changeOwnFactors.stepUp,
    changesSession: true,
    summary: 'Takes a passkey away',
    params: z.strictObject({ id: z.uuid('Must be the id of a passkey') }),
    body: OwnPasswordForm,
    answers: { 200: DoneView },
    limits: [LIMITS.ownPassword],
    refuses: { ...OWN_PASSWORD, ...noSuch('passkey of the account'), ...FACTOR_REQUIRED },
  }),
  stepUpOptions: route({
    method: 'post',
    path: '/api/users/step-up/options',
    who: 'user',
    changesSession: true,
    summary: 'How the account can be confirmed again: by its second factor, or by its password when it has none',
    answers: { 200: FactorOptionsView },
  }),
  stepUp: route({
    method: 'post',
    path: '/api/users/step-up',
    who: 'user',
    changesSession: true,
    summary: 'Confirms a second factor, or the password of an account without one, for what asks for it, for five minutes',
    body: StepUpForm,
    answers: { 200: DoneView },
    limits: [...GUESSES, LIMITS.ownPassword],
    refuses: { ...WRONG_FACTOR, ...OWN_PASSWORD },
  }),
};
