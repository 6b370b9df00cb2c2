import { setTimeout as pause } from 'node:timers/promises';

/** The shop refused: `status` and `code` as it answered. */
export class ShopRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export type ShopApi = <Answer>(method: string, path: string, body?: object | FormData, token?: string) => Promise<Answer>;

const ATTEMPTS = 8;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Calls the shop's public API as any client does. Waits and tries again where nothing can have happened: after 429 and
 * 503, and after a lost connection when only reading. Any other refusal is thrown as `ShopRefusal`.
 */
export const shopAt =
  (baseUrl: string): ShopApi =>
  async (method, path, body, token) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await fetch(new URL(path, baseUrl), {
          method,
          headers: {
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
          },
          ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
        });
        if (answer.ok) return (await answer.json()) as never;
        if (attempt === ATTEMPTS || ![429, 503].includes(answer.status)) throw await refusalOf(answer, method, path);
        await answer.body?.cancel();
        const seconds = Number(answer.headers.get('retry-after'));
        await pause(Math.min(LONGEST_PAUSE_MS, seconds > 0 ? seconds * 1000 : 250 * 2 ** attempt));
      } catch (error) {
        if (error instanceof ShopRefusal || method !== 'GET' || attempt === ATTEMPTS) throw error;
        await pause(250 * 2 ** attempt);
      }
    }
  };

async function refusalOf(answer: Response, method: string, path: string): Promise<ShopRefusal> {
  const said = (await answer.json().catch(() => ({}))) as { code?: string; error?: string };
  return new ShopRefusal(
    answer.status,
    said.code ?? 'unknown',
    `${method} ${path}: ${answer.status} ${said.error ?? 'without a reason'}`,
  );
}

/** Some lists come bare, others under `data`. */
export const entriesOf = <Entry>(answer: Entry[] | { data?: Entry[] }): Entry[] =>
  Array.isArray(answer) ? answer : (answer.data ?? []);
