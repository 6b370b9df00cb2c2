import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { MAY } from '@shop/contracts/constants';
import { id, ListQuery, ProfileForm, SuspensionForm } from '@shop/contracts/forms';
import type { DetailsView } from '@shop/contracts/views';
import { endpoint, inTx, notFound, rateLimiter, type Endpoint } from '@shop/kit';
import { confirmationMails } from '../email-changes/email-changes.endpoints';
import { pendingEmailOf } from '../email-changes/pending-change';
import { asEntries, listOf } from '../lists/lists';
import { changeProfile } from './change-profile';
import { deleteAccount } from './delete-account';
import { userById } from './find-user';
import { listUsers } from './list-users';
import { reinstateAccount, suspendAccount } from './suspend-account';
import { viewOf } from './user.entity';

const UserId = z.strictObject({ id });

export function accountEndpoints(source: DataSource, scale: number): Endpoint[] {
  const limits = {
    changes: rateLimiter(source, { name: 'credential-changes', points: 20, seconds: 3600 }, scale),
    mailsTo: confirmationMails(source, scale),
  };
  return [
    endpoint({
      method: 'get',
      path: '/api/users',
      who: { roles: MAY.readPeople },
      summary: 'Accounts, newest first; without page the newest 1,000',
      query: ListQuery,
      handle: ({ query }) => listUsers(source.manager, query),
    }),
    endpoint({
      method: 'get',
      path: '/api/users/:id/details',
      who: { owner: 'id', admin: MAY.readPeople, hidden: true },
      summary: 'A user with the ids of cart and wishlist; 404 for everybody but owner and admin',
      params: UserId,
      async handle({ params }): Promise<DetailsView> {
        const user = await userById(source.manager, params.id);
        if (!user) throw notFound('user');
        const [cart, wishlist, pending_email] = await Promise.all([
          listOf(source, user.id, 'cart'),
          listOf(source, user.id, 'wishlist'),
          pendingEmailOf(source.manager, user.id),
        ]);
        const listVersions = { cart: cart.version, wishlist: wishlist.version };
        return { user: viewOf(user), cart: asEntries(cart.ids), wishlist: asEntries(wishlist.ids), listVersions, pending_email };
      },
    }),
    endpoint({
      method: 'put',
      path: '/api/users/:id',
      who: { owner: 'id', admin: MAY.changePeople },
      summary: 'Changes a profile; a blank password keeps the old one; is_admin and admin_role by owners alone',
      params: UserId,
      body: ProfileForm,
      async handle({ params, body, caller }) {
        const user = await changeProfile(source, limits, caller, params.id, body);
        return { success: true, data: viewOf(user), pending_email: await pendingEmailOf(source.manager, user.id) };
      },
    }),
    endpoint({
      method: 'delete',
      path: '/api/users/:id',
      who: { roles: MAY.ownTheShop },
      stepUp: true,
      summary: 'Ends an account and blanks its personal data; orders stay',
      params: UserId,
      async handle({ params, caller }) {
        await inTx(source, (tx) => deleteAccount(tx, caller, params.id));
        return { success: true, message: 'User deleted' };
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/users/:id/suspension',
      who: { roles: ['owner', 'support'] },
      summary: 'Suspends an account: its sessions end, its holds fall, it can log in no more; orders stay',
      params: UserId,
      body: SuspensionForm,
      async handle({ params, body, caller }) {
        const actor = { userId: caller.userId!, role: caller.role };
        return { success: true, data: viewOf(await inTx(source, (tx) => suspendAccount(tx, actor, params.id, body.reason))) };
      },
    }),
    endpoint({
      method: 'delete',
      path: '/api/users/:id/suspension',
      who: { roles: ['owner', 'support'] },
      summary: 'Reinstates a suspended account',
      params: UserId,
      async handle({ params, caller }) {
        const actor = { userId: caller.userId!, role: caller.role };
        return { success: true, data: viewOf(await inTx(source, (tx) => reinstateAccount(tx, actor, params.id))) };
      },
    }),
  ];
}
