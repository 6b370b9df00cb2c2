import assert from 'node:assert/strict';
import { demoBuyer, demoSeller, type Session } from './demo-accounts';
import { entriesOf, type InputOf, type ShopApi } from './shop-api';

const SUBMISSION: InputOf<'POST /api/track-submissions'>['body'] = {
  storeName: demoSeller.shop_name ?? '',
  trackName: 'Breakwater',
  price: 349,
  genre: 'Deep House',
  bpm: 122,
  key: 'F#',
  trackFilesLink: 'https://www.dropbox.com/scl/fi/ghostline-demo/breakwater-master-stems-midi.zip?dl=0',
  projectFilesLink: '',
  contactEmail: demoSeller.email,
};

const REQUEST: InputOf<'POST /api/mixing-mastering/order'>['body'] = {
  needs: ['Mixing', 'Mastering'],
  stemsCount: 18,
  example: '',
  description: 'The kick and the bass get in each other’s way once the strings come in. Warm rather than loud, please.',
  name: `${demoBuyer.name} ${demoBuyer.last_name}`,
  email: demoBuyer.email,
};

const READER = 'demo.reader@example.com';

/** Creates work that an admin finds on a first visit: a track under review, a request for mixing, an unconfirmed subscriber. */
export async function haveOpenWork(shop: ShopApi, { admin, seller, buyer }: Record<'admin' | 'seller' | 'buyer', Session>) {
  const newest = { query: { limit: 1 } };
  const queue = async () => entriesOf(await shop('GET /api/track-submissions', newest, admin.token));
  if ((await queue()).length === 0) {
    await shop('POST /api/track-submissions', { body: SUBMISSION }, seller.token);
    const [submission] = await queue();
    assert(submission, 'the track that was sent is in the queue');
    const body = { status: 'in_review' } as const;
    await shop('PUT /api/track-submissions/:id/status', { params: { id: submission.id }, body }, admin.token);
  }
  const requests = entriesOf(await shop('GET /api/service-requests', newest, admin.token));
  if (requests.length === 0) await shop('POST /api/mixing-mastering/order', { body: REQUEST }, buyer.token);

  const readers = await shop('GET /api/mdghost-panel-secur/subscribers', newest, admin.token);
  if (readers.subscribers.length === 0) await shop('POST /api/subscribe/subscribe', { body: { email: READER } });
}
