import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { deleteAccount } from '../own-data/delete-account';
import { accountFor, OPERATOR } from './account-for';

/** Erases a person at once, as an owner in the shop does (docs/product/accounts.md#deletion). → the account's id @throws Refusal 404, 409 */
export const erase = (source: DataSource, email: string): Promise<number> =>
  inTx(source, async (tx) => {
    const { id } = await accountFor(tx.db, email);
    await deleteAccount(tx, OPERATOR, id);
    return id;
  });
