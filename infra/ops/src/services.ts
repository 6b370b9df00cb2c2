import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { retry } from '@shop/runtime';

export const SERVICES = ['identity', 'catalog', 'orders', 'sellers', 'notifications'] as const;
export type Service = (typeof SERVICES)[number];

/** The address of a service's operator port, its token, and how long a call waits for the service to be there. */
type Door = { url: string; token: string; reachedWithinMs?: number };
export type Doors = Record<Service, Door>;

type Question = { method?: string; headers?: Record<string, string>; body?: string };

/** A service may be starting, and a network policy refuses a pod that has just started. */
const REACHED_WITHIN_MS = 10_000;

/**
 * Asks a service on behalf of the operator, and waits for as long as it takes to answer.
 * @throws Error in a sentence when the service is not reached in time, breaks off or refuses
 */
export async function askService(doors: Doors, service: Service, path: string, question: Question = {}): Promise<Response> {
  const { url, token, reachedWithinMs = REACHED_WITHIN_MS } = doors[service];
  const headers = { ...question.headers, authorization: `Bearer ${token}` };
  const toError = (error: unknown) => {
    const sentence = isBroken(error)
      ? `The connection to ${service} broke before it had answered, and what it was asked may go on: its log says.`
      : `${service} does not answer operators at ${url}. Does it run?`;
    return new Error(sentence, { cause: error });
  };
  const answer = await retry(() => send(url + path, { ...question, headers }, toError), {
    withinMs: reachedWithinMs,
    pauseMs: 500,
    onFailure: (error) => {
      if (isBroken((error as Error).cause)) throw error;
    },
  });
  if (answer.ok) return answer;
  throw new Error(`${service} refuses: ${await reasonOf(answer)}`);
}

/** Replaces `fetch`, which gives up after five minutes: an operation may go through every row, and a list may wait for another. */
async function send(url: string, { method, headers, body }: Question, toError: (error: unknown) => Error): Promise<Response> {
  const request = (url.startsWith('https:') ? https : http).request(url, { method, headers, agent: false });
  // The awaited answer, or the read of its body, reports the error.
  request.on('error', () => {});
  // A long operation is silent, and so is a machine that went away: keep-alive tells them apart.
  request.setSocketKeepAlive(true, 30_000);
  request.end(body);
  const [answer] = (await once(request, 'response').catch((error: unknown) => {
    throw toError(error);
  })) as [IncomingMessage];
  return new Response(Readable.toWeb(Readable.from(chunksOf(answer, toError))) as ReadableStream, { status: answer.statusCode });
}

async function* chunksOf(answer: IncomingMessage, toError: (error: unknown) => Error): AsyncGenerator<Buffer> {
  try {
    yield* answer as AsyncIterable<Buffer>;
  } catch (error) {
    throw toError(error);
  }
}

/** Whether the connection broke after it was made. */
function isBroken(error: unknown): boolean {
  const { code, syscall } = error as { code?: string; syscall?: string };
  return code === 'ECONNRESET' || code === 'EPIPE' || syscall === 'read';
}

async function reasonOf(answer: Response): Promise<string> {
  const { error } = (await answer.json().catch(() => ({}))) as { error?: string };
  return error ?? `HTTP ${answer.status}`;
}

/**
 * Makes a service run an operation.
 * @returns the operation's result.
 * @throws Error in a sentence
 */
export async function operate<Result>(doors: Doors, service: Service, name: string, body: object): Promise<Result> {
  const answer = await askService(doors, service, `/operations/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Result;
}
