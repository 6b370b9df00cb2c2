import { z } from 'zod';
import { CompleteRegistrationForm, EmailForm, LoginForm, RegisterForm, ResetPasswordForm } from '../../forms/identity';
import { RegisterView, SessionOwnerView, SessionView } from '../../views/identity';
import { DeviceSessionsView, SecondFactorRequiredView } from '../../views/second-factor';
import { DoneView, MessageView } from '../../views/shared';
import { LIMITS } from '../limits';
import { noSuch, BOT_CHECK, SUSPENDED, STORE_NAME_TAKEN } from '../refusals';
import { route } from '../../declare';

const Token = z.strictObject({ token: z.string().max(200) });
const USERS = '/api/users';

export const registrationRoutes = {
  register: route({
    method: 'post',
    path: `${USERS}/register`,
    who: 'anyone',
    summary: 'First step of a registration: a code is mailed',
    body: RegisterForm,
    answers: { 200: RegisterView },
    limits: [LIMITS.registrations, LIMITS.codesMailed, LIMITS.codesAsked],
    refuses: { ...BOT_CHECK, ...STORE_NAME_TAKEN },
  }),
  resendCode: route({
    method: 'post',
    path: `${USERS}/resend-code`,
    who: 'anyone',
    summary: 'A new code for a pending registration',
    body: EmailForm,
    answers: { 200: MessageView },
    limits: [LIMITS.codesAsked, LIMITS.codesMailed],
  }),
  completeRegistration: route({
    method: 'post',
    path: `${USERS}/complete-registration`,
    who: 'anyone',
    summary: 'Second step of a registration: the code makes the account and logs in',
    body: CompleteRegistrationForm,
    answers: { 200: SessionView },
    limits: [LIMITS.codesTried, LIMITS.codesTriedFor],
    refuses: { '400 wrong-code': 'The code is wrong or too old', ...STORE_NAME_TAKEN },
  }),
};

export const loginRoutes = {
  login: route({
    method: 'post',
    path: `${USERS}/login`,
    who: 'anyone',
    changesSession: true,
    summary: 'Logs in by e-mail and password; an account with a second factor is asked for it first',
    body: LoginForm,
    answers: { 200: z.union([SessionView, SecondFactorRequiredView]) },
    limits: [LIMITS.logins, LIMITS.wrongPasswords, LIMITS.botChecksFailed],
    refuses: { ...BOT_CHECK, '401 unauthenticated': 'Address or password is wrong', ...SUSPENDED },
  }),
  logout: route({
    method: 'post',
    path: `${USERS}/logout`,
    who: 'anyone',
    changesSession: true,
    summary: 'Ends the session of the caller, if there is one',
    answers: { 200: MessageView },
  }),
  sessionOwner: route({
    method: 'post',
    path: '/internal/sessions',
    who: 'gateway',
    summary: 'Whose session a credential is',
    body: z.strictObject({ kind: z.enum(['cookie', 'bearer']), credential: z.string().min(1).max(200) }),
    answers: { 200: z.strictObject({ owner: SessionOwnerView.nullable() }) },
  }),
};

export const deviceRoutes = {
  listSessions: route({
    method: 'get',
    path: `${USERS}/sessions`,
    who: 'user',
    summary: "Where the caller's account is logged in: device, place, first and last use",
    answers: { 200: DeviceSessionsView },
  }),
  endSession: route({
    method: 'delete',
    path: `${USERS}/sessions/:id`,
    who: 'user',
    changesSession: true,
    summary: 'Ends one of the own sessions',
    params: z.strictObject({ id: z.uuid('Must be the id of a session') }),
    answers: { 200: DoneView },
    refuses: noSuch('session of the account'),
  }),
  logoutEverywhere: route({
    method: 'post',
    path: `${USERS}/logout-everywhere`,
    who: 'user',
    changesSession: true,
    summary: "Ends every session of the caller's account, this one too",
    answers: { 200: MessageView },
  }),
};

export const passwordResetRoutes = {
  forgotPassword: route({
    method: 'post',
    path: `${USERS}/forgot-password`,
    who: 'anyone',
    summary: 'Has a reset link mailed; answers alike for every address',
    body: EmailForm,
    answers: { 200: MessageView },
    limits: [LIMITS.resetMails, LIMITS.resetRequests],
  }),
  resetPassword: route({
    method: 'post',
    path: `${USERS}/reset-password/:token`,
    who: 'anyone',
    changesSession: true,
    summary: 'Sets a new password with the token of a mail, once',
    params: Token,
    body: ResetPasswordForm,
    answers: { 200: MessageView },
    limits: [LIMITS.resets],
    refuses: { '400 reset-link-used': 'The link is wrong, used or too old' },
  }),
};
