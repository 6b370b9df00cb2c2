import { routeAt } from '@shop/contracts/routes';
import { aConfig, plainRefusal } from './answers';
import { holdToAnswered, holdToRoute } from './held-to-routes';

/** `malformed`: the test needs an answer that does not fit its route. */
type Answer = { status?: number; body?: unknown; headers?: Record<string, string>; malformed?: true };
export type Call = { method: string; path: string; body: unknown };
type Handler = Answer | ((call: Call) => Answer | Promise<Answer> | 'network-error');

/** The calls that any page may make in any test. Keys are like those of the routes. */
const USUAL: Record<string, Handler> = {
  'GET /api/config': { body: aConfig() },
  'POST /api/products/:id/increment-play-count': { body: { play_count: 1 } },
  'GET /api/sellers/:id/statements': { body: { success: true, data: [] } },
};
const usual = (method: string, path: string) => USUAL[`${method} ${routeAt(method, path)?.path}`];

/**
 * Stands in for the gateway. Keys are like `POST /api/users/login`. The answer is an object or a function of the call, and fits
 * the route of the call; a refusal may leave out its body. A call of the API without a key gets 404 and fails the test, unless it
 * is a usual call.
 * @returns the calls made
 */
export function stubServer(handlers: Record<string, Handler>): Call[] {
  const calls: Call[] = [];
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const call: Call = {
      method: request.method,
      path: pathname + search,
      body: text ? (JSON.parse(text) as unknown) : undefined,
    };
    calls.push(call);
    const handler = handlers[`${request.method} ${pathname}`] ?? usual(request.method, pathname);
    if (!handler) {
      holdToAnswered(request.method, pathname);
      return Response.json(plainRefusal(404), { status: 404 });
    }
    const answer = typeof handler === 'function' ? await handler(call) : handler;
    if (answer === 'network-error') throw new TypeError('Failed to fetch');
    const { status = 200, headers, malformed } = answer;
    const body = answer.body ?? (status < 400 ? undefined : plainRefusal(status));
    if (!malformed)
      holdToRoute(request.method, pathname, { status, type: headers?.['content-type'] ?? 'application/json', body });
    return Response.json(body ?? {}, { status, headers });
  };
  return calls;
}
