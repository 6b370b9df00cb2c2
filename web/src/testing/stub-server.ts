type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };
export type Call = { method: string; path: string; body: unknown };
type Handler = Answer | ((call: Call) => Answer | Promise<Answer> | 'network-error');

/**
 * Stands in for the gateway at the network boundary. Keys are like `POST /api/users/login`, a query string is
 * left out; an object or a function of the call answers. Calls nobody expected get 404. → the list of calls made.
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
    const handler = handlers[`${request.method} ${pathname}`] ?? {
      status: 404,
      body: { success: false, code: 'not-found', error: 'Not found', message: 'Not found' },
    };
    const answer = typeof handler === 'function' ? await handler(call) : handler;
    if (answer === 'network-error') throw new TypeError('Failed to fetch');
    return Response.json(answer.body ?? {}, { status: answer.status ?? 200, headers: answer.headers });
  };
  return calls;
}
