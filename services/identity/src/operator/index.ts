import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { reinstateAccount, suspendAccount } from '../administration/suspend-account';
import { accountFor, OPERATOR } from './account-for';

export { createAdmin } from './create-admin';
export { erase } from './erase';
export { openedAccount } from './opened-account';
export { ownerLogin } from './owner-login';
export { resetFactor } from './reset-factor';
export { takeKnownPassword } from './take-known-password';

/** @throws Refusal 404, 409 `last-admin` */
export const suspend = (source: DataSource, email: string, reason: string) =>
  inTx(source, async (tx) => suspendAccount(tx, OPERATOR, (await accountFor(tx.db, email)).id, reason));

/** @throws Refusal 404 */
export const reinstate = (source: DataSource, email: string) =>
  inTx(source, async (tx) => reinstateAccount(tx, OPERATOR, (await accountFor(tx.db, email)).id));
