import type { ConfigView, Page } from '@shop/contracts/views';

export const aConfig = (more: Partial<ConfigView> = {}): ConfigView => ({
  siteName: 'Ghostline',
  mode: 'demo',
  paypal: { clientId: 'sim', currency: 'USD', sdkUrl: 'http://127.0.0.1:8090/sdk/js' },
  contact: {
    email: 'hello@ghostline.example',
    social: {
      Facebook: 'https://facebook.com/ghostline',
      Instagram: 'https://instagram.com/ghostline',
      SoundCloud: 'https://soundcloud.com/ghostline',
    },
  },
  asksCompany: false,
  botCheck: null,
  ...more,
});

/** A whole list on one page. */
export const aPage = <Item>(...data: Item[]): Page<Item> => ({
  success: true,
  data,
  pagination: { page: 1, limit: 10, total: data.length, totalPages: 1 },
});

/** A refusal by status and code, as its call declares it: `refusal('409 sold', 'This track is sold.')`. */
export const refusal = (
  refused: `${number} ${string}`,
  message: string,
  { headers, ...more }: { field?: string; details?: unknown; headers?: Record<string, string> } = {},
) => {
  const [status, code] = refused.split(' ') as [string, string];
  return { status: Number(status), headers, body: { success: false, code, error: message, message, ...more } };
};

const PLAIN: Record<number, [code: string, message: string]> = {
  401: ['unauthenticated', 'Please log in.'],
  403: ['forbidden', 'You may not do that.'],
  404: ['not-found', 'No such address.'],
  429: ['too-many', 'Too many attempts. Please try again later.'],
  500: ['internal', 'Something went wrong on our side. Please try again.'],
  503: ['unavailable', 'This part of the shop is not available right now. Please try again in a moment.'],
};

/** The body of a refusal for tests in which only the status matters. */
export function plainRefusal(status: number) {
  const [code, message] = PLAIN[status] ?? ['invalid', 'The request could not be read.'];
  return refusal(`${status} ${code}`, message).body;
}
