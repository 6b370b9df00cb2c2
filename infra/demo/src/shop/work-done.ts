import assert from 'node:assert/strict';
import { demoSeller, type Session } from './demo-accounts';
import type { Buyer } from './sales';
import { entriesOf, type InputOf, type ShopApi } from './shop-api';

type Decision = InputOf<'PUT /api/track-submissions/:id/status'>['body'];
type Submission = InputOf<'POST /api/track-submissions'>['body'];
type SubmissionData = Pick<Submission, 'trackName' | 'price' | 'genre' | 'bpm' | 'key'> & { decisions: Decision[] };

/** Submissions in every state, together with the track under review. One of them is approved here and published with its track. */
const SUBMISSIONS: SubmissionData[] = [
  { trackName: 'Driftwood', price: 299, genre: 'Organic House', bpm: 118, key: 'A', decisions: [] },
  { trackName: 'Signal Fires', price: 499, genre: 'Melodic Techno', bpm: 126, key: 'D', decisions: [{ status: 'approved' }] },
  {
    trackName: 'Copy of a Copy',
    price: 399,
    genre: 'House',
    bpm: 128,
    key: 'G',
    decisions: [
      {
        status: 'rejected',
        reason: 'The vocal comes from a sample pack that forbids resale. Send it again with a voice of your own.',
      },
    ],
  },
  {
    trackName: 'Glass Harbour',
    price: 449,
    genre: 'Deep House',
    bpm: 122,
    key: 'G',
    decisions: [{ status: 'approved' }],
  },
];

/** @returns the id of each submission, by the name of its track */
export async function haveSubmissions(shop: ShopApi, seller: Session, admin: Session): Promise<Map<string, number>> {
  const list = async () => entriesOf(await shop('GET /api/track-submissions', { query: { limit: 100 } }, admin.token));
  const knownNames = new Set((await list()).map(({ trackName }) => trackName));
  for (const { decisions, ...track } of SUBMISSIONS.filter(({ trackName }) => !knownNames.has(trackName))) {
    const form = {
      ...track,
      storeName: demoSeller.shop_name ?? '',
      trackFilesLink: 'https://www.dropbox.com/scl/fi/ghostline-demo/sent-for-review.zip?dl=0',
      projectFilesLink: '',
      contactEmail: demoSeller.email,
    };
    await shop('POST /api/track-submissions', { body: form }, seller.token);
    const submission = (await list()).find(({ trackName }) => trackName === track.trackName);
    assert(submission, 'the track that was sent is in the queue');
    for (const body of decisions)
      await shop('PUT /api/track-submissions/:id/status', { params: { id: submission.id }, body }, admin.token);
  }
  return new Map((await list()).map(({ trackName, id }) => [trackName, id]));
}

const nameOf = ({ registration: { name, last_name, email } }: Buyer) => ({ name: `${name} ${last_name}`, email });

/** Creates one answered and one closed request, beside the new one. */
export async function haveRequests(shop: ShopApi, { jonah, mila }: { jonah: Buyer; mila: Buyer }, admin: Session): Promise<void> {
  const list = async () => entriesOf(await shop('GET /api/service-requests', { query: { limit: 100 } }, admin.token));
  const requesterIds = new Set((await list()).map(({ user_id }) => user_id));
  const ask = async (buyer: Buyer, send: () => Promise<unknown>, state: 'answered' | 'closed') => {
    if (requesterIds.has(buyer.userId)) return;
    await send();
    const request = (await list()).find(({ user_id }) => user_id === buyer.userId);
    assert(request, 'the request that was sent is in the list');
    await shop('PUT /api/service-requests/:id/state', { params: { id: request.id }, body: { state } }, admin.token);
  };
  const track: InputOf<'POST /api/track-order/order-track'>['body'] = {
    ...nameOf(jonah),
    genre: 'Afro House',
    bpm: 121,
    version: 'Vocal/Instrumental',
    projectFile: 'Yes',
    masterVersion: 'Yes',
    mixVersion: ['Extended Mix'],
    radioVersion: [],
    example: 'https://soundcloud.com/nordhafen-audio',
    description: 'Something for the second hour of a sunrise set: patient, a female voice, no big drop.',
  };
  const help: InputOf<'POST /api/co-producing/order'>['body'] = {
    ...nameOf(mila),
    needs: ['Arrangement'],
    link: '',
    description: 'Eight bars that work and no idea what comes after them. The stems are ready.',
  };
  await ask(jonah, () => shop('POST /api/track-order/order-track', { body: track }, jonah.token), 'answered');
  await ask(mila, () => shop('POST /api/co-producing/order', { body: help }, mila.token), 'closed');
}
