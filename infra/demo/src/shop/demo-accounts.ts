import { retry } from '@shop/runtime';
import { ShopRefusal, type Answer, type ShopApi } from './shop-api';

/** Waits, at most 30 s, for the effect of an event. @throws Error that says what did not appear */
export const waitFor = <Result>(description: string, look: () => Promise<Result | null | undefined>): Promise<Result> =>
  retry(
    async () => {
      const result = await look();
      if (!result) throw new Error(`${description} has not come within 30 s.`);
      return result;
    },
    { withinMs: 30_000, pauseMs: 500 },
  );

export type Account = { email: string; password: string };
export type Session = { userId: number; token: string };

/** The fields of the registration form (docs/product/accounts.md#registering). */
export type Registration = Account & {
  name: string;
  last_name: string;
  country: string;
  is_seller: boolean;
  shop_name: string | null;
  social_link: string | null;
};

/** Every reader of this file knows this password, so it is only for a shop that only its own machine can reach. */
export const DEMO_PASSWORD = 'Demo-Tracks-24!';

export const demoBuyer: Registration = {
  name: 'Robin',
  last_name: 'Vale',
  email: 'demo.buyer@example.com',
  password: DEMO_PASSWORD,
  country: 'Netherlands',
  is_seller: false,
  shop_name: null,
  social_link: null,
};

export const demoSeller: Registration = {
  name: 'Ines',
  last_name: 'Halvorsen',
  email: 'demo.seller@example.com',
  password: DEMO_PASSWORD,
  country: 'Norway',
  is_seller: true,
  shop_name: 'Nordhafen Audio',
  social_link: 'https://soundcloud.com/nordhafen-audio',
};

/** The session of an answer to a login. @throws Error when the login asks for a second step: demo accounts have none */
function sessionOf(answer: Answer<'POST /api/users/login'>): Session {
  if (!('token' in answer)) throw new Error('The account asks for a second factor.');
  return { userId: answer.user.id, token: answer.token };
}

export async function logIn(shop: ShopApi, { email, password }: Account): Promise<Session> {
  return sessionOf(await shop('POST /api/users/login', { body: { email, password, recaptchaToken: '' } }));
}

/** Logs in, or first registers with the code that came by mail. */
export async function haveAccount(
  shop: ShopApi,
  account: Registration,
  readCode: (email: string) => Promise<string>,
): Promise<Session> {
  const there = await logInIfRight(shop, account);
  if (there) return there;
  const form = { ...account, confirmPassword: account.password, recaptchaToken: '' };
  await shop('POST /api/users/register', { body: form });
  const verificationCode = await readCode(account.email);
  return sessionOf(await shop('POST /api/users/complete-registration', { body: { ...form, verificationCode } }));
}

/** Logs in; null when the account does not exist or has another password. */
async function logInIfRight(shop: ShopApi, account: Account): Promise<Session | null> {
  try {
    return await logIn(shop, account);
  } catch (error) {
    if (error instanceof ShopRefusal && error.status === 401) return null;
    throw error;
  }
}

/** The id of the seller's store. The store opens a moment after the account, when sellers has handled the event of the registration. */
export async function storeOf(shop: ShopApi, seller: Session): Promise<number> {
  return waitFor('The demo seller’s store', async () => {
    const { data } = await shop('GET /api/sellers/user/:userId', { params: { userId: seller.userId } }, seller.token);
    return 'id' in data ? data.id : null;
  });
}

/** Lets a seller send tracks: the seller accepts the offer, and the admin sets the status. Both may be repeated. */
export async function activateStore(shop: ShopApi, sellerId: number, seller: Session, admin: Session): Promise<void> {
  const params = { id: sellerId };
  await shop('PUT /api/sellers/:id/accept-offer', { params, body: {} }, seller.token);
  await shop('PUT /api/sellers/:id/status', { params, body: { status: 'active' } }, admin.token);
}
