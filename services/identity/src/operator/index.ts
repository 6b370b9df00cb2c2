import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { reinstateAccount, suspendAccount } from '../administration/suspend-account';
import { deleteAccount } from '../own-data/delete-account';
import { accountFor, OPERATOR } from './account-for';

export { createAdmin } from './create-admin';
export { openedAccount, tryOwnerLogin } from './owner-login';
export { resetFactor } from './reset-factor';
export { takeKnownPassword } from './take-known-password';

/** @throws Refusal 404, 409 `last-admin` */
export const suspend = (source: DataSource, email: string, reason: string) =>
  inTx(source, async (tx) => suspendAccount(tx, OPERATOR, (await accountFor(tx.db, email)).id, reason));

/** @throws Refusal 404 */
export const reinstate = (source: DataSource, email: string) =>
  inTx(source, async (tx) => reinstateAccount(tx, OPERATOR, (await accountFor(tx.db, email)).id));

/**
 * Erases a person's account at once, as an owner does in the shop (docs/product/accounts.md#deletion).
 * @returns the account's id
 * @throws Refusal 404, 409 as `deleteAccount`
 */
export const erase = (source: DataSource, email: string): Promise<number> =>
  inTx(source, async (tx) => {
    const { id } = await accountFor(tx.db, email);
    await deleteAccount(tx, OPERATOR, id);
    return id;
  });
