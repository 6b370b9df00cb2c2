import { z } from 'zod';
import { MAY } from '../constants';
import { id } from '../forms/fields';
import {
  AuditLogQuery,
  CartForm,
  CompleteRegistrationForm,
  EmailForm,
  ListEditForm,
  LoginForm,
  ProfileForm,
  RegisterForm,
  ResetPasswordForm,
  SuspensionForm,
  WishlistForm,
} from '../forms/identity';
import { ListQuery } from '../forms/lists';
import { AccountStats } from '../views/dashboard';
import {
  AuditLogView,
  CartView,
  DetailsView,
  RegisterView,
  SavedProfileView,
  SavedUserView,
  SessionOwnerView,
  SessionView,
  UserView,
  WishlistView,
} from '../views/identity';
import { DeviceSessionsView, SecondFactorRequiredView } from '../views/second-factor';
import { DoneView, MessageView, Page, SaidView } from '../views/shared';
import { dataExportRoutes, deletionRoutes } from './own-data';
import { route } from './route';
import { factorRoutes, secondStepRoutes } from './second-factor';

const Id = z.strictObject({ id });
const UserId = z.strictObject({ userId: id });
const Token = z.strictObject({ token: z.string().max(200) });
const USERS = '/api/users';
const SUSPENSION = `${USERS}/:id/suspension`;
const CART = '/api/cart/:userId';
const WISHLIST = '/api/wishlist/:userId';

export const registrationRoutes = {
  register: route({
    method: 'post',
    path: `${USERS}/register`,
    who: 'anyone',
    summary: 'First step of a registration: a code is mailed',
    body: RegisterForm,
    answers: { 200: RegisterView },
  }),
  resendCode: route({
    method: 'post',
    path: `${USERS}/resend-code`,
    who: 'anyone',
    summary: 'A new code for a pending registration',
    body: EmailForm,
    answers: { 200: MessageView },
  }),
  completeRegistration: route({
    method: 'post',
    path: `${USERS}/complete-registration`,
    who: 'anyone',
    summary: 'Second step of a registration: the code makes the account and logs in',
    body: CompleteRegistrationForm,
    answers: { 200: SessionView },
  }),
};

export const loginRoutes = {
  login: route({
    method: 'post',
    path: `${USERS}/login`,
    who: 'anyone',
    summary: 'Logs in by e-mail and password; an account with a second factor is asked for it first',
    body: LoginForm,
    answers: { 200: z.union([SessionView, SecondFactorRequiredView]) },
  }),
  logout: route({
    method: 'post',
    path: `${USERS}/logout`,
    who: 'anyone',
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
    summary: 'Where the own account is logged in: device, place, first and last use',
    answers: { 200: DeviceSessionsView },
  }),
  endSession: route({
    method: 'delete',
    path: `${USERS}/sessions/:id`,
    who: 'user',
    summary: 'Ends one of the own sessions',
    params: z.strictObject({ id: z.uuid('Must be the id of a session') }),
    answers: { 200: DoneView },
  }),
  logoutEverywhere: route({
    method: 'post',
    path: `${USERS}/logout-everywhere`,
    who: 'user',
    summary: 'Ends every session of the own account, this one too',
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
  }),
  resetPassword: route({
    method: 'post',
    path: `${USERS}/reset-password/:token`,
    who: 'anyone',
    summary: 'Sets a new password with the token of a mail, once',
    params: Token,
    body: ResetPasswordForm,
    answers: { 200: MessageView },
  }),
};

export const profileRoutes = {
  readDetails: route({
    method: 'get',
    path: `${USERS}/:id/details`,
    who: { owner: 'id', admin: MAY.readPeople, hidden: true },
    summary: 'A user with the ids of cart and wishlist; 404 for everybody but owner and admin',
    look: { action: 'user.viewed', subject: 'user', id: 'id' },
    params: Id,
    answers: { 200: DetailsView },
  }),
  changeProfile: route({
    method: 'put',
    path: `${USERS}/:id`,
    who: { owner: 'id', admin: MAY.changePeople },
    summary: 'Changes a profile; a blank password keeps the old one; is_admin and admin_role by owners alone',
    params: Id,
    body: ProfileForm,
    answers: { 200: SavedProfileView },
  }),
};

/** What administrators do with accounts (docs/product/administration.md#buyers). */
export const accountAdministrationRoutes = {
  listUsers: route({
    method: 'get',
    path: USERS,
    who: { roles: MAY.readPeople },
    summary: 'Accounts, newest first; without page the newest 1,000',
    look: { action: 'user.viewed', subject: 'user' },
    query: ListQuery,
    answers: { 200: Page(UserView) },
  }),
  deleteAccount: route({
    method: 'delete',
    path: `${USERS}/:id`,
    who: { roles: MAY.ownTheShop },
    stepUp: true,
    summary: 'Ends an account and blanks its personal data; orders stay',
    params: Id,
    answers: { 200: SaidView },
  }),
  suspendAccount: route({
    method: 'post',
    path: SUSPENSION,
    who: { roles: ['owner', 'support'] },
    summary: 'Suspends an account: its sessions end, its holds fall, it can log in no more; orders stay',
    params: Id,
    body: SuspensionForm,
    answers: { 200: SavedUserView },
  }),
  reinstateAccount: route({
    method: 'delete',
    path: SUSPENSION,
    who: { roles: ['owner', 'support'] },
    summary: 'Reinstates a suspended account',
    params: Id,
    answers: { 200: SavedUserView },
  }),
};

export const emailChangeRoutes = {
  confirmEmail: route({
    method: 'post',
    path: `${USERS}/confirm-email/:token`,
    who: 'anyone',
    summary: 'A new address holds, with the token of the mail to it, once',
    params: Token,
    answers: { 200: MessageView },
  }),
  undoEmailChange: route({
    method: 'post',
    path: `${USERS}/undo-email-change/:token`,
    who: 'anyone',
    summary: 'The old address holds again, with the token of the notice to it, for 7 days; a new password must be chosen',
    params: Token,
    answers: { 200: MessageView },
  }),
  sendConfirmationAgain: route({
    method: 'post',
    path: `${USERS}/:id/email-change/resend`,
    who: { owner: 'id', admin: false },
    summary: 'A new link to the address that waits to be confirmed',
    params: Id,
    answers: { 200: MessageView },
  }),
  cancelEmailChange: route({
    method: 'delete',
    path: `${USERS}/:id/email-change`,
    who: { owner: 'id', admin: false },
    summary: 'Forgets the address that waits to be confirmed',
    params: Id,
    answers: { 200: SaidView },
  }),
};

export const listRoutes = {
  replaceCart: route({
    method: 'put',
    path: CART,
    who: { owner: 'userId', admin: false },
    summary: 'Replaces the whole cart; only the ids are read',
    params: UserId,
    body: CartForm,
    answers: { 200: CartView },
  }),
  editCart: route({
    method: 'patch',
    path: CART,
    who: { owner: 'userId', admin: false },
    summary: 'Changes the cart by what was added and removed; what another tab did meanwhile stays',
    params: UserId,
    body: ListEditForm,
    answers: { 200: CartView },
  }),
  replaceWishlist: route({
    method: 'put',
    path: WISHLIST,
    who: { owner: 'userId', admin: false },
    summary: 'Replaces the whole wishlist; only the ids are read',
    params: UserId,
    body: WishlistForm,
    answers: { 200: WishlistView },
  }),
  editWishlist: route({
    method: 'patch',
    path: WISHLIST,
    who: { owner: 'userId', admin: false },
    summary: 'Changes the wishlist by what was added and removed; what another tab did meanwhile stays',
    params: UserId,
    body: ListEditForm,
    answers: { 200: WishlistView },
  }),
};

export const auditRoutes = {
  readAuditLog: route({
    method: 'get',
    path: '/api/audit-log',
    who: { roles: MAY.ownTheShop },
    summary: 'What administrators did: who, when, what, before and after; newest first',
    query: AuditLogQuery,
    answers: { 200: AuditLogView },
  }),
};

export const accountStatsRoutes = {
  accountStats: route({
    method: 'get',
    path: '/internal/account-stats',
    who: 'gateway',
    summary: 'Accounts for the dashboard',
    answers: { 200: AccountStats },
  }),
};

/** Every call of identity. */
export const identityRoutes = {
  ...registrationRoutes,
  ...loginRoutes,
  ...secondStepRoutes,
  ...factorRoutes,
  ...deviceRoutes,
  ...deletionRoutes,
  ...dataExportRoutes,
  ...passwordResetRoutes,
  ...profileRoutes,
  ...accountAdministrationRoutes,
  ...emailChangeRoutes,
  ...listRoutes,
  ...auditRoutes,
  ...accountStatsRoutes,
};
