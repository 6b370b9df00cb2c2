import type { accountAdministrationRoutes } from '@shop/contracts/routes';
import type { UserCaller, Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { viewOf } from '../accounts/user.entity';
import { deleteAccount } from '../own-data/delete-account';
import { listUsers } from './list-users';
import { reinstateAccount, suspendAccount, type Actor } from './suspend-account';

const actorOf = ({ userId, role }: UserCaller): Actor => ({ userId, role });

export const accountAdministrationHandlers = ({
  source,
}: {
  source: DataSource;
}): Handlers<typeof accountAdministrationRoutes> => ({
  listUsers: ({ query }) => listUsers(source.manager, query),
  async deleteAccount({ params, caller }) {
    await inTx(source, (tx) => deleteAccount(tx, caller, params.id));
    return { success: true, message: 'User deleted' };
  },
  async suspendAccount({ params, body, caller }) {
    const user = await inTx(source, (tx) => suspendAccount(tx, actorOf(caller), params.id, body.reason));
    return { success: true, data: viewOf(user) };
  },
  async reinstateAccount({ params, caller }) {
    const user = await inTx(source, (tx) => reinstateAccount(tx, actorOf(caller), params.id));
    return { success: true, data: viewOf(user) };
  },
});
