import { newId, timestamp } from '../ids';

const LIFE_S = 32_400;

/** OAuth client credentials. Tokens are valid for nine hours and end with the process. */
export function createTokens(clientId: string, secret: string) {
  const expiries = new Map<string, number>();
  const basicCredentials = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;

  return {
    accepts: (authorization: string | undefined) => authorization === basicCredentials,
    issue() {
      const token = `A21AA${newId(40)}`;
      expiries.set(token, Date.now() + LIFE_S * 1000);
      return {
        scope: 'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/payments/refund',
        access_token: token,
        token_type: 'Bearer',
        app_id: 'APP-SIMULATOR',
        expires_in: LIFE_S,
        nonce: timestamp() + newId(8),
      };
    },
    isValid: (authorization: string | undefined) =>
      (expiries.get(authorization?.replace(/^Bearer /, '') ?? '') ?? 0) > Date.now(),
    revokeAll: () => expiries.clear(),
  };
}

export type Tokens = ReturnType<typeof createTokens>;
