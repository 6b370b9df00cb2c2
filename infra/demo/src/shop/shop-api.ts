import type { AnswerOf, Calls, GivenOf } from '@shop/contracts/routes';
import { retry } from '@shop/runtime';

/**
 * A refusal of the shop, with its `status` and `code`, and the milliseconds until the call may be repeated, if the shop says so.
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

type Call = keyof Calls;
/** The parts of a call by its name, such as `PUT /api/orders/:id/status`. */
export type InputOf<C extends Call> = GivenOf<Calls[C]>;
export type Answer<C extends Call> = AnswerOf<Calls[C]>;

/** Makes a call of the shop. The compiler checks its parts and its answer against the route. A call without a token is a visitor's. */
export type ShopApi = <C extends Call>(name: C, parts: InputOf<C>, token?: string) => Promise<Answer<C>>;

type Loose = { params?: object; query?: object; body?: object | FormData };

const PATIENCE_MS = 60_000;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Calls the shop's public API as any client does. Repeats a call when it cannot have changed anything: after 429 and 503, and a
 * reading call after a lost connection.
 * @throws ShopRefusal for any other refusal
 */
export const shopAt =
  (baseUrl: string): ShopApi =>
  (name, parts, token) => {
    const { params, query = {}, body }: Loose = parts as object;
    const [method, pattern] = name.split(' ') as [string, string];
    const values = params as Record<string, unknown>;
    const path = pattern.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(String(values[param])));
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
    const call = async () => {
      const answer = await fetch(new URL(search.size > 0 ? `${path}?${search}` : path, baseUrl), {
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
  const body = (await answer.json().catch(() => ({}))) as { code?: string; error?: string };
  return new ShopRefusal(
    answer.status,
    body.code ?? 'unknown',
    `${method} ${path}: ${answer.status} ${body.error ?? 'without a reason'}`,
    1000 * Number(answer.headers.get('retry-after')),
  );
}

/** The entries of a list: some lists come bare, others under `data`. */
export const entriesOf = <Entry>(answer: Entry[] | { data?: Entry[] }): Entry[] =>
  Array.isArray(answer) ? answer : (answer.data ?? []);
