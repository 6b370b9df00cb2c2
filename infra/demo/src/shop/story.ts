import { demoBuyer, demoSeller, haveAccount, type Registration, type Session } from './demo-accounts';
import { moreBuyers, moreStores } from './demo-people';
import { havePayout, haveSales, type Buyer, type Paypal } from './sales';
import type { ShopApi } from './shop-api';
import { havePayoutDetails, haveStore } from './stores';
import { haveRequests } from './work-done';

type StoryParts = {
  shop: ShopApi;
  admin: Session;
  buyer: Session;
  seller: { session: Session; id: number };
  readCode: (email: string) => Promise<string>;
  /** The password of every account. */
  password: string;
  forgiveLimits: () => Promise<void>;
};

/**
 * Creates the people beside the demo buyer and seller, and their stores.
 * @returns the store that also sells tracks, beside the demo seller's
 */
export async function haveMorePeople({ shop, admin, readCode, password, forgiveLimits }: StoryParts) {
  const account = async (registration: Registration): Promise<Buyer> => {
    const session = await haveAccount(shop, { ...registration, password }, readCode);
    await forgiveLimits();
    return { ...session, registration };
  };
  const people = {
    jonah: await account(moreBuyers.jonah),
    mila: await account(moreBuyers.mila),
    amara: await account(moreStores.active),
    tomas: await account(moreStores.pending),
    lucia: await account(moreStores.refused),
    yuki: await account(moreStores.undocumented),
  };
  const secondStore = await haveStore(shop, { owner: people.amara, admin }, moreStores.active, 'active');
  await haveStore(shop, { owner: people.tomas, admin }, moreStores.pending, 'pending');
  await haveStore(shop, { owner: people.lucia, admin }, moreStores.refused, 'refused');
  await haveStore(shop, { owner: people.yuki, admin }, moreStores.undocumented, 'undocumented');
  return { people, secondStore };
}

/** Creates the shop's history before its first visitor: sales, a refund, a payout, and finished requests. */
export async function playStory(
  { shop, admin, buyer, seller, password }: StoryParts,
  { people, secondStore }: Awaited<ReturnType<typeof haveMorePeople>>,
  paypal: Paypal,
): Promise<void> {
  const { jonah, mila, amara, tomas } = people;
  const buyers = { robin: { ...buyer, registration: demoBuyer }, jonah, mila, amara, tomas };
  await havePayoutDetails(shop, seller.id, seller.session, { email: demoSeller.email, password });
  await havePayoutDetails(shop, secondStore, amara, { email: moreStores.active.email, password });
  await haveSales(shop, buyers, admin, paypal);
  await havePayout(shop, seller.id, admin);
  await haveRequests(shop, { jonah, mila }, admin);
}
