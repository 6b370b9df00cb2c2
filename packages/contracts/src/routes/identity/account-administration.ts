import { z } from 'zod';
import { MAY } from '../../constants';
import { id } from '../../forms/fields';
import { AuditLogQuery, SuspensionForm } from '../../forms/identity';
import { ListQuery } from '../../forms/lists';
import { AccountStats } from '../../views/dashboard';
import { AuditLogView, SavedUserView, UserView } from '../../views/identity';
import { Page, SaidView } from '../../views/shared';
import { ASKS } from '../asks';
import { noSuch, LAST_OWNER, STORE_OPEN } from '../refusals';
import { route } from '../../declare';

const Id = z.strictObject({ id });
const USERS = '/api/users';
const SUSPENSION = `${USERS}/:id/suspension`;

/** The admins' calls about accounts (docs/product/administration.md#buyers). */
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
    stepUp: ASKS.deleteAccount.stepUp,
    endsAccountOf: 'id',
    summary: 'Ends an account and blanks its personal data; orders stay',
    params: Id,
    answers: { 200: SaidView },
    refuses: { ...noSuch('account'), ...LAST_OWNER, ...STORE_OPEN },
  }),
  suspendAccount: route({
    method: 'post',
    path: SUSPENSION,
    who: { roles: MAY.changePeople },
    confirmed: true,
    summary: 'Suspends an account: its sessions end, its holds fall, it can log in no more; orders stay',
    params: Id,
    body: SuspensionForm,
    answers: { 200: SavedUserView },
    refuses: {
      ...noSuch('account'),
      ...LAST_OWNER,
      '409 already-suspended': 'It is suspended already, for another reason',
    },
  }),
  reinstateAccount: route({
    method: 'delete',
    path: SUSPENSION,
    who: { roles: MAY.changePeople },
    confirmed: true,
    summary: 'Reinstates a suspended account',
    params: Id,
    answers: { 200: SavedUserView },
    refuses: noSuch('account'),
  }),
};

export const auditRoutes = {
  readAuditLog: route({
    method: 'get',
    path: '/api/audit-log',
    who: { roles: MAY.ownTheShop },
    summary: 'What admins did: who, when, what, before and after; newest first',
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
