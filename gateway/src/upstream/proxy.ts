import { Agent, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody, signCaller, traceHeaders, type Caller } from '@shop/http';
import type { Log } from '@shop/runtime';
import { createProxyMiddleware, debugProxyErrorsPlugin, proxyEventsPlugin, type RequestHandler } from 'http-proxy-middleware';
import { takesUpload, type ServiceName } from '../routes';
import { hasBody, readBody } from './read-body';
import { neverArrived, type Replicas } from './replicas';

export type Known = IncomingMessage & { caller?: Caller };
/** Where a request was sent, and how often. */
type Sent = Known & { base?: string; attempts?: number };
export type ProxyParts = {
  replicas: Replicas;
  privateKey: string;
  log: Log;
  answerWithinMs: number;
  bodyWithinMs: number;
};

/** Only an upload, or an answer that has begun, may pause for minutes; guard/pace.ts drops clients that cause such a pause. */
const PAUSE_MS = 300_000;
/** Shorter than the services keep a connection open, so that none closes just as it is used again. */
const IDLE_MS = 60_000;

/** Headers in which a client says something about itself: none reaches a service. */
const ABOUT_ITSELF =
  /^(authorization|cookie|forwarded|x-forwarded-.*|x-real-ip|x-user(-.*)?|x-internal(-.*)?|traceparent|tracestate|baggage)$/;
/** Headers that are about the connection of client and gateway alone: none is passed on either. */
const OF_ONE_WIRE = /^(connection|keep-alive|proxy-.*|te|upgrade|expect)$/;

/** After so many further replicas that failed, the answer is 503. */
const MOST_REPEATS = 2;

/** Most connections to one replica at once, by kind, so that slow calls never block the rest. */
const LANES = { calls: 256, media: 256, uploads: 64 };
type Lane = keyof typeof LANES;

const laneOf = ({ method = '', url = '' }: IncomingMessage): Lane => {
  const path = url.split('?')[0]!;
  if (takesUpload(method, path)) return 'uploads';
  return path.startsWith('/media/') ? 'media' : 'calls';
};

/**
 * Hands requests to one service as the caller that the gateway has made out; 503 when the service is away. Uploads stream through;
 * any other body is there before a connection to the service is taken, and goes to a second replica when the first cannot be reached.
 */
export function proxyTo(parts: ProxyParts): RequestHandler<Known, ServerResponse> {
  const lanes = { calls: laneTo(parts, 'calls'), media: laneTo(parts, 'media'), uploads: laneTo(parts, 'uploads') };
  return (async (req, res, next) => {
    const lane = laneOf(req);
    if (lane !== 'uploads') handOn(req, hasBody(req) ? await readBody(req, parts.bodyWithinMs) : null);
    // now, not when a connection is there: by then the headers of a request that had to wait are already fixed
    req.headers = headersFor(req.headers, signCaller(req.caller!, parts.privateKey, parts.replicas.service));
    return lanes[lane](req, res, next);
  }) as RequestHandler<Known, ServerResponse>;
}

function laneTo({ replicas, log, answerWithinMs }: ProxyParts, lane: Lane): RequestHandler<Known, ServerResponse> {
  const { service } = replicas;
  const handle = createProxyMiddleware<Sent, ServerResponse>({
    router: (req) => (req.base = replicas.next()),
    agent: new Agent({ keepAlive: true, maxSockets: LANES[lane], timeout: IDLE_MS }),
    xfwd: false,
    // without the plugins that answer and log an error by themselves
    ejectPlugins: true,
    plugins: [debugProxyErrorsPlugin, proxyEventsPlugin],
    on: {
      proxyReq(outgoing, _req, res) {
        watch(outgoing, res, lane === 'uploads' ? PAUSE_MS : answerWithinMs);
        // a service refuses strangers by their headers, however long the first byte of a file takes
        if (lane === 'uploads') outgoing.flushHeaders();
      },
      proxyRes(incoming, req, res) {
        // refused before its body was read: the rest of an upload is not waited for
        const open = res.shouldKeepAlive && req.complete;
        incoming.headers.connection = open ? 'keep-alive' : 'close';
      },
      error(error, req, res) {
        if (neverArrived(error)) replicas.leaveOut(req.base!);
        if (lane !== 'uploads' && mayRepeat(error, req, res)) {
          req.attempts = (req.attempts ?? 0) + 1;
          void handle(req, res as ServerResponse);
          return;
        }
        log.warn({ err: error, service, requestId: req.caller?.requestId }, 'a service did not answer');
        refuse(res, service, req.caller?.requestId);
      },
    },
  });
  return handle;
}

/** What never arrived may be sent to another replica. So may a question that a replica broke off: asking twice changes nothing. */
function mayRepeat(error: NodeJS.ErrnoException, { method, attempts = 0 }: Sent, res: ServerResponse | Socket): boolean {
  if (attempts >= MOST_REPEATS || res.destroyed || !('writeHead' in res) || res.headersSent) return false;
  return neverArrived(error) || (error.code === 'ECONNRESET' && (method === 'GET' || method === 'HEAD'));
}

/** What has been read goes on from memory, with its length, as often as it is sent: the proxy pipes the request. */
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

const headersFor = (given: IncomingHttpHeaders, token: string): IncomingHttpHeaders => ({
  ...Object.fromEntries(Object.entries(given).filter(([name]) => !ABOUT_ITSELF.test(name) && !OF_ONE_WIRE.test(name))),
  ...traceHeaders(),
  authorization: `Bearer ${token}`,
});

/** Neither side waits for the other for ever: when one side hangs, breaks off or leaves, the other half of the exchange ends too. */
function watch(outgoing: ClientRequest, res: ServerResponse, beginWithinMs: number) {
  outgoing.setTimeout(beginWithinMs, () => outgoing.destroy(new Error('The service did not answer in time')));
  outgoing.once('response', (incoming) => {
    outgoing.setTimeout(PAUSE_MS);
    incoming.once('close', () => {
      if (!incoming.complete) res.destroy();
    });
  });
  res.once('close', () => {
    if (!res.writableFinished) outgoing.destroy();
  });
}

function refuse(res: ServerResponse | Socket, service: ServiceName, requestId: string | undefined) {
  if (!('writeHead' in res) || res.headersSent) {
    res.destroy();
    return;
  }
  const body = errorBody(
    'unavailable',
    `This part of the shop (${service}) is not available right now. Please try again in a moment.`,
    requestId,
  );
  res.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '5', 'cache-control': 'no-store' });
  res.end(JSON.stringify(body));
}
