import { withSpan } from '@shop/http';
import { z } from 'zod';

export type PaypalAccess = {
  PAYPAL_CLIENT_ID: string;
  PAYPAL_CLIENT_SECRET: string;
  PAYPAL_API_URL: string;
  PAYPAL_TIMEOUT_MS: number;
};

/** A body that is a text or a form is sent as it is, any other as JSON. A form brings its own content type. */
export type PaypalRequest = {
  verb: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string | FormData | object;
};

/** PayPal's answer when it was readable and below 500; all other answers are `unknown`. */
export type PaypalAnswer =
  | { kind: 'ok'; body: unknown }
  | { kind: 'problem'; status: number; name: string; issue: string; body: unknown }
  | Unknown;

/** `callRefused`: PayPal refuses the call itself, not what it asks for. */
type Unknown = { kind: 'unknown'; reason: string; callRefused?: boolean };

/** The shop may not call (401, 403), or PayPal cannot read the request (400): a person must look. */
export const isCallRefused = (status: number): boolean => status === 400 || status === 401 || status === 403;

const Problem = z.object({
  name: z.string().optional(),
  error: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});
const Token = z.object({ access_token: z.string(), expires_in: z.number() });

type Raw = { status: number; text: string } | Unknown;

/**
 * Sends requests to PayPal (record 0009). `PAYPAL_TIMEOUT_MS` covers one call to the end of its body. The caller's deadline covers
 * all of `send`, with fetching a token and a second try. Parallel calls share one token, which survives the deadline of one caller.
 */
export function createPaypalClient(access: PaypalAccess) {
  const { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret, PAYPAL_TIMEOUT_MS: timeoutMs } = access;
  const origin = access.PAYPAL_API_URL.replace(/\/$/, '');
  let token: { value: string; until: number } | undefined;
  let fetching: Promise<string | Unknown> | undefined;

  async function call(path: string, init: RequestInit, signal: AbortSignal): Promise<Raw> {
    try {
      return await withSpan(`PayPal ${init.method} ${templateOf(path)}`, 'client', async () => {
        const response = await fetch(origin + path, { ...init, redirect: 'error', signal });
        return { status: response.status, text: await response.text() };
      });
    } catch (error) {
      return { kind: 'unknown', reason: signal.aborted ? 'timed out' : reasonOf(error) };
    }
  }

  async function fetchToken() {
    const raw = await call(
      '/v1/oauth2/token',
      {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: 'grant_type=client_credentials',
      },
      AbortSignal.timeout(timeoutMs),
    );
    if ('kind' in raw) return raw;
    const answer = Token.safeParse(parseJson(raw.text));
    if (raw.status !== 200 || !answer.success)
      return {
        kind: 'unknown' as const,
        reason: `no access token: HTTP ${raw.status}`,
        callRefused: isCallRefused(raw.status),
      };
    token = { value: answer.data.access_token, until: Date.now() + answer.data.expires_in * 1000 - 60_000 };
    return token.value;
  }

  const currentToken = async () => {
    if (token && Date.now() < token.until) return token.value;
    fetching ??= fetchToken().finally(() => (fetching = undefined));
    return fetching;
  };

  async function send(request: PaypalRequest, deadline: AbortSignal | undefined, again = true): Promise<PaypalAnswer> {
    const bearer = await untilDeadline(currentToken(), deadline);
    if (typeof bearer !== 'string') return bearer;
    const reply = call(
      request.path,
      {
        method: request.verb,
        headers: { ...request.headers, authorization: `Bearer ${bearer}` },
        ...(request.body ? { body: bodyOf(request.body) } : {}),
      },
      AbortSignal.timeout(timeoutMs),
    );
    const raw = await untilDeadline(reply, deadline);
    if ('kind' in raw) return raw;
    if (raw.status === 401 && again) {
      if (token?.value === bearer) token = undefined;
      return send(request, deadline, false);
    }
    return answerOf(raw.status, raw.text);
  }

  return { send: (request: PaypalRequest, deadline?: AbortSignal) => send(request, deadline) };
}

export type PaypalClient = ReturnType<typeof createPaypalClient>;

const bodyOf = (body: string | FormData | object) =>
  typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body);

const TIMED_OUT = { kind: 'unknown' as const, reason: 'timed out' };

/** Stops waiting at the deadline; the call itself goes on. */
function untilDeadline<T>(work: Promise<T>, deadline: AbortSignal | undefined): Promise<T | typeof TIMED_OUT> {
  if (!deadline) return work;
  return new Promise((resolve, reject) => {
    const giveUp = () => resolve(TIMED_OUT);
    if (deadline.aborted) return giveUp();
    deadline.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => deadline.removeEventListener('abort', giveUp));
  });
}

/** A path as traces show it: without PayPal's ids and without a query. */
const templateOf = (path: string) => path.replace(/\?.*/, '').replace(/(?<=\/)[A-Z0-9-]{6,}(?=\/|$)/g, ':id');

function answerOf(status: number, text: string): PaypalAnswer {
  const body = parseJson(text);
  if (status >= 500) return { kind: 'unknown', reason: `HTTP ${status}` };
  if (body === undefined) return { kind: 'unknown', reason: `unreadable answer, HTTP ${status}` };
  if (status < 300) return { kind: 'ok', body };
  const problem = Problem.safeParse(body);
  if (!problem.success) return { kind: 'unknown', reason: `unreadable refusal, HTTP ${status}` };
  const name = problem.data.name ?? problem.data.error ?? '';
  return { kind: 'problem', status, name, issue: problem.data.details?.[0]?.issue ?? name, body };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string } };
  return cause?.code ?? message ?? 'network error';
}
