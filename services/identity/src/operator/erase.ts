import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { deleteAccount } from '../own-data/delete-account';
import { accountFor, OPERATOR } from './account-for';

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
