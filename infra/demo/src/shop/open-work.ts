import assert from 'node:assert/strict';
import { ADMIN_PREFIX } from '@shop/contracts/constants';
import { demoBuyer, demoSeller, type Session } from './demo-accounts';
import { entriesOf, type ShopApi } from './shop-api';

const SUBMISSION = {
  storeName: demoSeller.shop_name,
  trackName: 'Breakwater',
  price: 349,
  genre: 'Deep House',
  bpm: 122,
  key: 'F#',
  trackFilesLink: 'https://www.dropbox.com/scl/fi/ghostline-demo/breakwater-master-stems-midi.zip?dl=0',
  projectFilesLink: '',
  contactEmail: demoSeller.email,
};

const REQUEST = {
  needs: ['Mixing', 'Mastering'],
  stemsCount: 18,
  example: '',
  description: 'The kick and the bass get in each other’s way once the strings come in. Warm rather than loud, please.',
  name: `${demoBuyer.name} ${demoBuyer.last_name}`,
  email: demoBuyer.email,
};

const READER = 'demo.reader@example.com';

/** Creates the work that a first look at the administration finds: a track under review, a request for mixing, an unconfirmed subscriber. */
export async function haveOpenWork(shop: ShopApi, { admin, seller, buyer }: Record<'admin' | 'seller' | 'buyer', Session>) {
  const isEmpty = async (list: string) =>
    entriesOf(await shop<{ id: number }[]>('GET', list, undefined, admin.token)).length === 0;

  const submissions = '/api/track-submissions';
  if (await isEmpty(`${submissions}?limit=1`)) {
    await shop('POST', submissions, SUBMISSION, seller.token);
    const [sent] = entriesOf(await shop<{ id: number }[]>('GET', `${submissions}?limit=1`, undefined, admin.token));
    assert(sent, 'the track that was sent is in the queue');
    await shop('PUT', `${submissions}/${sent.id}/status`, { status: 'in_review' }, admin.token);
  }
  if (await isEmpty('/api/service-requests?limit=1')) await shop('POST', '/api/mixing-mastering/order', REQUEST, buyer.token);

  const readers = await shop<{ subscribers: unknown[] }>(
    'GET',
    `/api${ADMIN_PREFIX}/subscribers?limit=1`,
    undefined,
    admin.token,
  );
  if (readers.subscribers.length === 0) await shop('POST', '/api/subscribe/subscribe', { email: READER });
}
