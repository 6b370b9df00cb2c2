import { StoreNameCollided, type DataOf, type UserVerified } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { foldName, foldedCapitals } from '@shop/shared';
import type { EntityManager } from 'typeorm';
import { isDeleted } from '../user-copies/user-copies';
import { Seller } from './seller.entity';
import { isNameTaken, nameStoresInTurn } from './store-names';

/**
 * Opens the store of a verified account that registered as a seller. Identity reserves the name; if it is taken here all the same,
 * the store opens as "Name 2" and the operator is told (docs/product/accounts.md#store-names).
 * @throws Error when the event was sent again after it was blanked (docs/runbooks/parked-messages.md#a-store-without-a-name)
 */
export const openStoreWhenUserVerified = (siteName: string) =>
  async function openStoreWhenUserVerified({ db, emit }: Tx, user: DataOf<typeof UserVerified>): Promise<void> {
    if (!user.seller) return;
    await nameStoresInTurn(db);
    if ((await isDeleted(db, user.userId)) || (await db.findOneBy(Seller, { userId: user.userId }))) return;

    const { storeName: wantedName, socialLink } = user.seller;
    if (wantedName === '') throw new Error('the event has lost the name of the store');
    const storeName = await freeName(db, siteName, wantedName);
    const seller = await db.save(
      db.create(Seller, {
        userId: user.userId,
        storeName,
        foldedName: foldName(storeName),
        foldedCapitals: foldedCapitals(storeName),
        socialLink,
      }),
    );
    await emit(seller.opened());
    if (storeName !== wantedName) await emit(StoreNameCollided({ sellerId: seller.id, wantedName, storeName }));
  };

async function freeName(db: EntityManager, siteName: string, wantedName: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wantedName : `${wantedName} ${n}`;
    if (!(await isNameTaken(db, siteName, name))) return name;
  }
}
