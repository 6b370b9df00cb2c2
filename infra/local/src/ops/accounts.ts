import { operator } from '@shop/identity';
import { madeUpPassword } from '../secrets';
import { NewAdmin, OnAccount, readArgs, Suspension } from './accounts-args';
import type { Asked } from './commands';
import { identityOn, withIdentity } from '../identity-database';

/** Prints the made-up password of a new account: it is kept nowhere. */
export async function createAdmin({ server, args, say }: Asked): Promise<number> {
  const { email, role } = readArgs(NewAdmin, args);
  const password = madeUpPassword();
  const { user, made } = await withIdentity(identityOn(server), (source) =>
    operator.createAdmin(source, { email, role, password }),
  );
  say(`Account ${user.id} (${email}) is an administrator now: ${role}.`);
  say(made ? `Password, shown this once: ${password}` : 'The account was there before and keeps its password.');
  return 0;
}

export async function suspend({ server, args, say }: Asked): Promise<number> {
  const { email, reason } = readArgs(Suspension, args);
  const { id } = await withIdentity(identityOn(server), (source) => operator.suspend(source, email, reason));
  say(`Account ${id} (${email}) is suspended; its sessions have ended.`);
  return 0;
}

export async function reinstate({ server, args, say }: Asked): Promise<number> {
  const { email } = readArgs(OnAccount, args);
  const { id } = await withIdentity(identityOn(server), (source) => operator.reinstate(source, email));
  say(`Account ${id} (${email}) may log in.`);
  return 0;
}

export async function resetFactor({ server, args, say }: Asked): Promise<number> {
  const { email } = readArgs(OnAccount, args);
  const { id } = await withIdentity(identityOn(server), (source) => operator.resetFactor(source, email));
  say(`Account ${id} (${email}) has no second factor any more; its sessions have ended, and its owner is told by mail.`);
  return 0;
}
