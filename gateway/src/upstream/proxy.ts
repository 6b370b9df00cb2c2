import assert from 'node:assert/strict';
import { Agent, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ServiceName } from '@shop/contracts/events';
import { Refusal, sendRefusal, signCaller, traceHeaders, type Caller } from '@shop/http';
import type { Log } from '@shop/runtime';
import type { Request, Response } from 'express';
import { createProxyMiddleware, debugProxyErrorsPlugin, proxyEventsPlugin, type RequestHandler } from 'http-proxy-middleware';
import { hasBody, readBody } from '../guard/read-body';
import { requestIdOf } from '../request-id';
import { callOf } from '../routes';
import { neverArrived, type Replicas } from './replicas';

/** `confirm` asks identity about the session once more, for a call that moves money or rights, and sets the caller anew. */
export type IdentifiedRequest = IncomingMessage & { caller?: Caller; confirm?: () => Promise<void> };

/** The caller of a request, after `identify` in `app.ts`. */
export function callerOf({ caller }: IdentifiedRequest): Caller {
  assert(caller, 'a request is identified before it is answered');
  return caller;
}

/** A request with the replica it was sent to, and how often it was repeated. */
type ProxiedRequest = IdentifiedRequest & { base?: string; attempts?: number };
type ProxyParts = {
  replicas: Replicas;
  privateKey: string;
  log: Log;
  answerWithinMs: number;
  bodyWithinMs: number;
  pauseMs: number;
};

/** Only an upload, or an answer that has begun, may pause for minutes; guard/pace.ts drops clients that cause such a pause. */
export const PAUSE_MS = 300_000;
/** A missing machine or container refuses nothing, and the system would wait for minutes; a lost packet is sent again after 1 s. */
const CONNECT_WITHIN_MS = 1500;
/** Shorter than the services keep a connection open, so that no connection closes while it is used again. */
const IDLE_MS = 60_000;

/** Headers in which a client says something about itself: none reaches a service. */
const ABOUT_ITSELF =
  /^(authorization|cookie|forwarded|x-forwarded-.*|x-real-ip|x-user(-.*)?|x-internal(-.*)?|traceparent|tracestate|baggage)$/;
/** Headers that concern only the connection between client and gateway: none reaches a service either. */
const OF_ONE_WIRE = /^(connection|keep-alive|proxy-.*|te|upgrade|expect)$/;

/** After this many further replicas have failed, the answer is 503. */
const MOST_REPEATS = 2;

/** The most connections to one replica at once, by kind, so that slow calls never block the others. */
const LANES = { calls: 256, media: 256, downloads: 256, uploads: 64 };
type Lane = keyof typeof LANES;

const laneOf = ({ method = '', url = '' }: IncomingMessage): Lane => {
  const call = callOf({ method, originalUrl: url });
  if (call?.form || call?.stream) return 'uploads';
  if (call?.path.startsWith('/media/packages/')) return 'downloads';
  return call?.path.startsWith('/media/') ? 'media' : 'calls';
};

/**
 * Hands requests to one service, signed for the identified caller; answers 503 when the service is away. Uploads stream through.
 * Any other body is read in full before a connection to the service is taken, so that it can go to a second replica.
 */
export function proxyTo(parts: ProxyParts): RequestHandler<IdentifiedRequest, ServerResponse> {
  const lanes = {
    calls: laneTo(parts, 'calls'),
    media: laneTo(parts, 'media'),
    downloads: laneTo(parts, 'downloads'),
    uploads: laneTo(parts, 'uploads'),
  };
  return (async (req, res, next) => {
    const lane = laneOf(req);
    if (lane !== 'uploads') handOn(req, hasBody(req) ? await readBody(req, parts.bodyWithinMs) : null);
    // After the body, so that nobody keeps an ended session alive by sending slowly.
    await req.confirm?.();
    // Sets the headers here, because a request that waits for a connection can no longer change them.
    req.headers = headersFor(req.headers, signCaller(callerOf(req), parts.privateKey, parts.replicas.service));
    return lanes[lane](req, res, next);
  }) as RequestHandler<IdentifiedRequest, ServerResponse>;
}

function laneTo(
  { replicas, log, answerWithinMs, pauseMs }: ProxyParts,
  lane: Lane,
): RequestHandler<IdentifiedRequest, ServerResponse> {
  const { service } = replicas;
  const handle = createProxyMiddleware<ProxiedRequest, ServerResponse>({
    router: (req) => (req.base = replicas.next()),
    agent: new Agent({ keepAlive: true, maxSockets: LANES[lane], timeout: IDLE_MS }),
    xfwd: false,
    // Two plugins are left out, because they answer and log errors by themselves.
    ejectPlugins: true,
    plugins: [debugProxyErrorsPlugin, proxyEventsPlugin],
    on: {
      proxyReq(outgoing, _req, res) {
        giveUpConnecting(outgoing);
        watch(outgoing, res, { beginWithinMs: lane === 'uploads' ? pauseMs : answerWithinMs, pauseMs });
        // Sends the headers at once: a service refuses strangers by them, even before the first byte of a file.
        if (lane === 'uploads') outgoing.flushHeaders();
      },
      proxyRes(incoming, req, res) {
        // When a service refuses before it has read the body, the gateway does not wait for the rest of the upload.
        const open = res.shouldKeepAlive && req.complete;
        incoming.headers.connection = open ? 'keep-alive' : 'close';
      },
      error(error, req, res) {
        if (neverArrived(error) && req.base) replicas.leaveOut(req.base);
        if (lane !== 'uploads' && mayRepeat(error, req, res)) {
          req.attempts = (req.attempts ?? 0) + 1;
          void handle(req, res as ServerResponse);
          return;
        }
        log.warn({ err: error, service, requestId: req.caller?.requestId }, 'a service did not answer');
        // The proxy is within Express, which gave it this request and its answer.
        refuse(req as ProxiedRequest & Request, res as Response | Socket, service);
      },
    },
  });
  return handle;
}

/** A request that never arrived may go to another replica, and so may an interrupted GET or HEAD, which changes nothing. */
function mayRepeat(
  error: NodeJS.ErrnoException,
  { method, attempts = 0 }: ProxiedRequest,
  res: ServerResponse | Socket,
): boolean {
  if (attempts >= MOST_REPEATS || res.destroyed || !('writeHead' in res) || res.headersSent) return false;
  return neverArrived(error) || (error.code === 'ECONNRESET' && (method === 'GET' || method === 'HEAD'));
}

/** Makes the request deliver its body from memory, with its length, each time the proxy pipes it. */
function handOn(req: IncomingMessage, body: Buffer | null) {
  if (body) {
    delete req.headers['transfer-encoding'];
    req.headers['content-length'] = String(body.length);
  }
  req.pipe = (outgoing) => {
    if (body) outgoing.end(body);
    else outgoing.end();
    return outgoing;
  };
}

const headersFor = (headers: IncomingHttpHeaders, token: string): IncomingHttpHeaders => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !ABOUT_ITSELF.test(name) && !OF_ONE_WIRE.test(name))),
  ...traceHeaders(),
  authorization: `Bearer ${token}`,
});

/** Ends a call whose connection is not made in time, as one that never arrived. */
function giveUpConnecting(outgoing: ClientRequest) {
  if (!outgoing.socket?.connecting) return;
  const timeoutError = Object.assign(new Error('The service took no connection in time'), {
    code: 'ETIMEDOUT',
    syscall: 'connect',
  });
  const patience = setTimeout(() => outgoing.destroy(timeoutError), CONNECT_WITHIN_MS);
  outgoing.socket.once('connect', () => clearTimeout(patience));
  outgoing.once('close', () => clearTimeout(patience));
}

/** Ends the other half of the exchange when one side hangs, breaks off or leaves, so that neither waits for ever. */
function watch(
  outgoing: ClientRequest,
  res: ServerResponse,
  { beginWithinMs, pauseMs }: { beginWithinMs: number; pauseMs: number },
) {
  outgoing.setTimeout(beginWithinMs, () => outgoing.destroy(new Error('The service did not answer in time')));
  outgoing.once('response', (incoming) => {
    outgoing.setTimeout(pauseMs);
    incoming.once('close', () => {
      if (!incoming.complete) res.destroy();
    });
  });
  // The client may have left, or been refused, while the request waited for a connection.
  if (res.closed) outgoing.destroy();
  // No effect after the service's complete answer.
  else res.once('close', () => outgoing.destroy());
}

function refuse(req: IdentifiedRequest & Request, res: Response | Socket, service: ServiceName) {
  if (!('json' in res) || res.headersSent) {
    res.destroy();
    return;
  }
  const message = `This part of the shop (${service}) is not available right now. Please try again in a moment.`;
  const refusal = new Refusal('unavailable', 'unavailable', message, { retryAfterSeconds: 5 });
  res.set('cache-control', 'no-store');
  sendRefusal(req, res, refusal, requestIdOf(res), callOf(req)?.linkedFrom);
}
