import { EVENTS_ABOUT_PEOPLE, type DataOf, type UserDeleted } from '@shop/contracts/events';
import { forgetInInbox, secretsOf, type Tx } from '@shop/messaging';

/**
 * Blanks what identifies a deleted account's person in the events that still wait here
 * (docs/product/accounts.md#what-erasing-an-account-does). Their store and its tracks go when sellers says that it is closed.
 */
export async function forgetPersonWhenUserDeleted({ db }: Tx, { userId }: DataOf<typeof UserDeleted>): Promise<void> {
  const ids = { userId: [userId], buyerId: [userId], sellerUserId: [userId] };
  await forgetInInbox(db, secretsOf(EVENTS_ABOUT_PEOPLE), ids);
}
