import { randomBytes } from 'node:crypto';
import { operator, schema } from '@shop/identity';
import { connectToDatabase, createLog } from '@shop/runtime';
import type { Invocation } from './command';
import { Erasure, NewAdmin, OnAccount, readArgs, Suspension } from './read-args';

type Database = Awaited<ReturnType<typeof connectToDatabase>>;

/** Runs `work` on identity's database without migrating it. */
export async function withIdentity<Result>(url: string, work: (source: Database) => Promise<Result>): Promise<Result> {
  const log = createLog('ops', 'error');
  const source = await connectToDatabase({ ...schema, url, poolSize: 2, log, answerWithinMs: 0 }, Date.now());
  return work(source).finally(() => source.destroy());
}

/**
 * Creates an admin, or makes an existing account one. A new account gets a made-up password, which is stored nowhere and shown on a
 * terminal. Other output may go into a log, so then its owner is mailed a link to choose a password.
 */
export async function createAdmin({ reach, args, say, terminal = false }: Invocation): Promise<number> {
  const { email, role } = readArgs(NewAdmin, args);
  const password = madeUpPassword();
  const { user, made } = await inIdentity(reach, (source) =>
    operator.createAdmin(source, { email, role, password, mailsLink: !terminal }),
  );
  say(`Account ${user.id} (${email}) is an admin now: ${role}.`);
  if (!made) say('The account was there before and keeps its password.');
  else if (terminal) say(`Password, shown this once: ${password}`);
  else say(`A link to choose a password is mailed to ${email}. It works for 30 minutes; the login page sends another one.`);
  return 0;
}

export async function suspend({ reach, args, say }: Invocation): Promise<number> {
  const { email, reason } = readArgs(Suspension, args);
  const { id } = await inIdentity(reach, (source) => operator.suspend(source, email, reason));
  say(`Account ${id} (${email}) is suspended; its sessions have ended.`);
  return 0;
}

export async function reinstate({ reach, args, say }: Invocation): Promise<number> {
  const { email } = readArgs(OnAccount, args);
  const { id } = await inIdentity(reach, (source) => operator.reinstate(source, email));
  say(`Account ${id} (${email}) may log in.`);
  return 0;
}

export async function erase({ reach, args, say }: Invocation): Promise<number> {
  const { email } = readArgs(Erasure, args);
  const id = await inIdentity(reach, (source) => operator.erase(source, email));
  say(`Account ${id} is erased; a shop that runs has its other services forget it within seconds.`);
  return 0;
}

export async function resetFactor({ reach, args, say }: Invocation): Promise<number> {
  const { email } = readArgs(OnAccount, args);
  const { id } = await inIdentity(reach, (source) => operator.resetFactor(source, email));
  say(`Account ${id} (${email}) has no second factor any more; its sessions have ended, and its owner is told by mail.`);
  return 0;
}

const inIdentity = <Result>({ withDatabases }: Invocation['reach'], work: Parameters<typeof withIdentity<Result>>[1]) =>
  withDatabases((urlOf) => withIdentity(urlOf('identity'), work));

/** A password that fulfils the rules for admins: long enough, with all kinds of characters. */
export const madeUpPassword = () => `${randomBytes(9).toString('base64url')}-Aa1!`;
