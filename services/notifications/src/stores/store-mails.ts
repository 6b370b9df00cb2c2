import type { DataOf, StoreNameCollided } from '@shop/contracts/events';
import type { Tx } from '@shop/kit';
import { text } from '../mails/blocks';
import { queueMail } from '../mails/queue-mail';

export const storeReactions = (house: string) => ({
  async tellHouseWhenStoreNameCollided(tx: Tx, { sellerId, wantedName, storeName }: DataOf<typeof StoreNameCollided>) {
    await queueMail(tx, {
      kind: 'store-name-collided',
      about: String(sellerId),
      recipient: house,
      subject: `A store was opened as "${storeName}"`,
      blocks: [text(`The name "${wantedName}" was already taken, so store ${sellerId} was opened as "${storeName}".`)],
    });
  },
});
