import { retry } from '@shop/runtime';

/**
 * A refusal of the shop, with its `status` and `code`. When the shop says so, it also holds after how many milliseconds the call may be
 * repeated.
 */
export class ShopRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly retryAfterMs: number,
  ) {
    super(message);
  }
}

export type ShopApi = <Answer>(method: string, path: string, body?: object | FormData, token?: string) => Promise<Answer>;

const PATIENCE_MS = 60_000;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Calls the shop's public API as any client does. Waits and repeats a call when it cannot have changed anything: after 429 and 503, and
 * after a lost connection when only reading.
 * @throws ShopRefusal for any other refusal
 */
export const shopAt =
  (baseUrl: string): ShopApi =>
  (method, path, body, token) => {
    const call = async () => {
      const answer = await fetch(new URL(path, baseUrl), {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
      });
      if (!answer.ok) throw await refusalOf(answer, method, path);
      return (await answer.json()) as never;
    };
    const mayHaveHappened = (error: unknown) =>
      error instanceof ShopRefusal ? ![429, 503].includes(error.status) : method !== 'GET';
    return retry(call, {
      withinMs: PATIENCE_MS,
      pauseMs: (tries, error) =>
        Math.min(LONGEST_PAUSE_MS, (error instanceof ShopRefusal && error.retryAfterMs) || 250 * 2 ** tries),
      onFailure: (error) => {
        if (mayHaveHappened(error)) throw error;
      },
    });
  };

async function refusalOf(answer: Response, method: string, path: string): Promise<ShopRefusal> {
  const said = (await answer.json().catch(() => ({}))) as { code?: string; error?: string };
  return new ShopRefusal(
    answer.status,
    said.code ?? 'unknown',
    `${method} ${path}: ${answer.status} ${said.error ?? 'without a reason'}`,
    1000 * Number(answer.headers.get('retry-after')),
  );
}

/** The entries of a list: some lists come bare, others under `data`. */
export const entriesOf = <Entry>(answer: Entry[] | { data?: Entry[] }): Entry[] =>
  Array.isArray(answer) ? answer : (answer.data ?? []);
