import { Agent, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware';
import { errorBody, signCaller, type Caller, type Log } from '@shop/kit';
import type { ServiceName } from './routes';

export type Known = IncomingMessage & { caller?: Caller };
export type ProxyParts = { service: ServiceName; target: string; privateKey: string; log: Log; answerWithinMs: number };

/** Bodies stream through untouched; only an upload, or an answer that has begun, may pause for minutes. */
const PAUSE_MS = 300_000;
/** Shorter than the services keep a connection open, so that none closes just as it is used again. */
const IDLE_MS = 60_000;

/** Nothing a client says about itself reaches a service, */
const ABOUT_ITSELF = /^(authorization|cookie|forwarded|x-forwarded-.*|x-real-ip|x-user(-.*)?|x-internal(-.*)?)$/;
/** nor what is between him and us alone. */
const OF_ONE_WIRE = /^(connection|keep-alive|proxy-.*|te|upgrade|expect)$/;

/** Hands requests to one service as the caller that the gateway has made out; 503 when the service is away. */
export function proxyTo({ service, target, privateKey, log, answerWithinMs }: ProxyParts): RequestHandler<Known, ServerResponse> {
  const proxy = createProxyMiddleware<Known, ServerResponse>({
    target,
    agent: new Agent({ keepAlive: true, maxSockets: 256, timeout: IDLE_MS }),
    xfwd: false,
    on: {
      proxyReq: (outgoing, req, res) => watch(outgoing, res, isUpload(req) ? PAUSE_MS : answerWithinMs),
      proxyRes(incoming, req, res) {
        // refused before its body was read: the rest of an upload is not waited for
        const open = res.shouldKeepAlive && req.complete;
        incoming.headers.connection = open ? 'keep-alive' : 'close';
      },
      error(error, req, res) {
        log.warn({ err: error, service, requestId: req.caller?.requestId }, 'a service did not answer');
        refuse(res, service, req.caller?.requestId);
      },
    },
  });
  return ((req, res, next) => {
    // now, not when a connection is there: by then the headers of a request that had to wait are already fixed
    req.headers = headersFor(req.headers, signCaller(req.caller!, privateKey, service));
    return proxy(req, res, next);
  }) as RequestHandler<Known, ServerResponse>;
}

const isUpload = (req: IncomingMessage) => req.headers['content-type']?.startsWith('multipart/') ?? false;

const headersFor = (given: IncomingHttpHeaders, token: string): IncomingHttpHeaders => ({
  ...Object.fromEntries(Object.entries(given).filter(([name]) => !ABOUT_ITSELF.test(name) && !OF_ONE_WIRE.test(name))),
  authorization: `Bearer ${token}`,
});

/** Neither side waits for the other for ever: who hangs, breaks off or leaves ends the other's half too. */
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
