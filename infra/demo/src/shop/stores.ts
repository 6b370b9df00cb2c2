import assert from 'node:assert/strict';
import sharp from 'sharp';
import { activateStore, storeOf, type Account, type Registration, type Session } from './demo-accounts';
import type { ShopApi } from './shop-api';

const REFUSAL = 'The photograph is too dark to read the name and the number. Please take it again in daylight, without a flash.';

/**
 * Brings the identity document of a store to the wanted status; a step that is done already is not repeated.
 * @returns the store's id
 */
export async function haveStore(
  shop: ShopApi,
  people: { owner: Session; admin: Session },
  registration: Registration,
  targetState: 'active' | 'pending' | 'refused' | 'undocumented',
): Promise<number> {
  const { owner, admin } = people;
  const id = await storeOf(shop, owner);
  const store = await readStore(shop, owner);
  if (targetState !== 'undocumented' && !store.verification_photo) {
    const form = new FormData();
    form.set('verification', new Blob([new Uint8Array(await specimen(registration))], { type: 'image/png' }), 'document.png');
    await shop('PUT /api/sellers/:id/verification', { params: { id }, body: form }, owner.token);
  }
  if (targetState === 'active' && store.status !== 'active') await activateStore(shop, id, owner, admin);
  if (targetState === 'refused' && store.status !== 'inactive')
    await shop('PUT /api/sellers/:id/status', { params: { id }, body: { status: 'inactive', reason: REFUSAL } }, admin.token);
  return id;
}

async function readStore(shop: ShopApi, owner: Session) {
  const { data } = await shop('GET /api/sellers/user/:userId', { params: { userId: owner.userId } }, owner.token);
  assert('id' in data, 'the store has opened');
  return data;
}

/** Sets the payout details of a store, once; the owner confirms them with their password. */
export async function havePayoutDetails(shop: ShopApi, id: number, owner: Session, { email, password }: Account): Promise<void> {
  const store = await readStore(shop, owner);
  if (store.payment_method) return;
  await shop('POST /api/users/step-up', { body: { password } }, owner.token);
  await shop(
    'PUT /api/sellers/:id/payment',
    { params: { id }, body: { payment_method: 'paypal', paypal_email: email } },
    owner.token,
  );
}

/** An identity card for the demo. It says that it is a specimen. */
const specimen = ({ name, last_name, country }: Registration) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1012" height="638" font-family="sans-serif">
      <rect width="1012" height="638" rx="32" fill="#e9e4d6"/><rect y="64" width="1012" height="84" fill="#2f4858"/>
      <text x="48" y="122" font-size="44" fill="#fff">SPECIMEN · ${country}</text>
      <rect x="48" y="196" width="270" height="346" fill="#c8c0aa"/><circle cx="183" cy="330" r="70" fill="#8d8570"/>
      <path d="M78 542a105 120 0 0 1 210 0z" fill="#8d8570"/>
      <g font-size="40" fill="#1c1c1f"><text x="366" y="250">${last_name}</text><text x="366" y="340">${name}</text>
      <text x="366" y="430">SP 000 000</text><text x="366" y="520">Not a document</text></g></svg>`),
  )
    .png()
    .toBuffer();
