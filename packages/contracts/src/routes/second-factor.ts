import { z } from 'zod';
import {
  AppCodeForm,
  ChallengeForm,
  NewPasskeyForm,
  OwnPasswordForm,
  PasskeyLoginForm,
  SecondStepForm,
  StepUpForm,
} from '../forms/second-factor';
import { SessionView } from '../views/identity';
import {
  EnrolmentView,
  FactorOptionsView,
  PasskeyCreationView,
  PasskeyLoginView,
  RecoveryCodesView,
  SavedPasskeyView,
  SecondFactorView,
  SecondLoginView,
} from '../views/second-factor';
import { DoneView } from '../views/shared';
import { route } from './route';

const SECOND_STEP = '/api/users/login/second-factor';
const FACTORS = '/api/users/second-factor';
const PASSKEYS = '/api/users/passkeys';

/** The second step of a login, and the login that is done with a passkey alone. */
export const secondStepRoutes = {
  secondStepOptions: route({
    method: 'post',
    path: `${SECOND_STEP}/options`,
    who: 'anyone',
    summary: 'How the second step of a login can be taken',
    body: ChallengeForm,
    answers: { 200: FactorOptionsView },
  }),
  enrolApp: route({
    method: 'post',
    path: `${SECOND_STEP}/enrol`,
    who: 'anyone',
    summary: 'Begins to set up the authenticator app that a login asks for; its first code is the second step',
    body: ChallengeForm,
    answers: { 200: EnrolmentView },
  }),
  enrolPasskey: route({
    method: 'post',
    path: `${SECOND_STEP}/enrol/passkey`,
    who: 'anyone',
    summary: 'What the browser needs to make the passkey that a login asks for, instead of an app',
    body: ChallengeForm,
    answers: { 200: PasskeyCreationView },
  }),
  takeSecondStep: route({
    method: 'post',
    path: SECOND_STEP,
    who: 'anyone',
    summary: 'The second step of a login: a code, a recovery code or a passkey; a new passkey where a factor is to be set up',
    body: SecondStepForm,
    answers: { 200: SecondLoginView },
  }),
  passkeyLoginOptions: route({
    method: 'post',
    path: '/api/users/login/passkey/options',
    who: 'anyone',
    summary: 'What the browser needs to log in with a passkey alone',
    answers: { 200: PasskeyLoginView },
  }),
  loginByPasskey: route({
    method: 'post',
    path: '/api/users/login/passkey',
    who: 'anyone',
    summary: 'Logs in with a passkey alone',
    body: PasskeyLoginForm,
    answers: { 200: SessionView },
  }),
};

/** What protects one's own account. Who has a factor confirms it for every change, and the password is asked for again. */
export const factorRoutes = {
  readFactors: route({
    method: 'get',
    path: FACTORS,
    who: 'user',
    summary: 'What protects the own account: authenticator app, passkeys, how many recovery codes are left',
    answers: { 200: SecondFactorView },
  }),
  beginApp: route({
    method: 'post',
    path: `${FACTORS}/app`,
    who: 'user',
    stepUp: true,
    summary: 'Begins to set up an authenticator app: its secret and the address for the QR code',
    body: OwnPasswordForm,
    answers: { 200: EnrolmentView },
  }),
  confirmApp: route({
    method: 'post',
    path: `${FACTORS}/app/confirm`,
    who: 'user',
    stepUp: true,
    summary: 'The first code of the app: from now on logins ask for one; recovery codes with the first factor',
    body: AppCodeForm,
    answers: { 200: RecoveryCodesView },
  }),
  removeApp: route({
    method: 'post',
    path: `${FACTORS}/app/remove`,
    who: 'user',
    stepUp: true,
    summary: 'Takes the authenticator app away',
    body: OwnPasswordForm,
    answers: { 200: DoneView },
  }),
  renewRecoveryCodes: route({
    method: 'post',
    path: `${FACTORS}/recovery-codes`,
    who: 'user',
    stepUp: true,
    summary: 'Ten new recovery codes in place of the older ones',
    body: OwnPasswordForm,
    answers: { 200: RecoveryCodesView },
  }),
  passkeyOptions: route({
    method: 'post',
    path: `${PASSKEYS}/options`,
    who: 'user',
    stepUp: true,
    summary: 'What the browser needs to make a passkey',
    body: OwnPasswordForm,
    answers: { 200: PasskeyCreationView },
  }),
  addPasskey: route({
    method: 'post',
    path: PASSKEYS,
    who: 'user',
    stepUp: true,
    summary: 'Keeps the passkey that the browser has made; recovery codes with the first factor',
    body: NewPasskeyForm,
    answers: { 200: SavedPasskeyView },
  }),
  removePasskey: route({
    method: 'post',
    path: `${PASSKEYS}/:id/remove`,
    who: 'user',
    stepUp: true,
    summary: 'Takes a passkey away',
    params: z.strictObject({ id: z.uuid('Must be the id of a passkey') }),
    body: OwnPasswordForm,
    answers: { 200: DoneView },
  }),
  stepUpOptions: route({
    method: 'post',
    path: '/api/users/step-up/options',
    who: 'user',
    summary: 'How the account can be confirmed again',
    answers: { 200: FactorOptionsView },
  }),
  stepUp: route({
    method: 'post',
    path: '/api/users/step-up',
    who: 'user',
    summary: 'Confirms a second factor for what asks for one, for five minutes',
    body: StepUpForm,
    answers: { 200: DoneView },
  }),
};
