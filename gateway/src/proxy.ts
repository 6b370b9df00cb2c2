import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware';
import { errorBody, signCaller, type Caller, type Log } from '@shop/kit';
import type { ServiceName } from './routes';

export type Known = IncomingMessage & { caller?: Caller };

/** Bodies stream through untouched; only an upload may take minutes. */
const ANSWER_WITHIN_MS = 30_000;
const UPLOAD_WITHIN_MS = 300_000;

/** Nothing a client says about itself reaches a service. */
const FROM_OUTSIDE = /^(authorization|cookie|forwarded|x-forwarded-.*|x-real-ip|x-user-.*|x-internal-.*)$/;

/** Hands requests to one service as the caller that the gateway has made out; 503 when the service is away. */
export function proxyTo(
  service: ServiceName,
  target: string,
  privateKey: string,
  log: Log,
): RequestHandler<Known, ServerResponse> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: UPLOAD_WITHIN_MS });
  return createProxyMiddleware<Known, ServerResponse>({
    target,
    agent,
    xfwd: false,
    proxyTimeout: UPLOAD_WITHIN_MS,
    on: {
      proxyReq(outgoing, req) {
        for (const name of outgoing.getHeaderNames()) if (FROM_OUTSIDE.test(name)) outgoing.removeHeader(name);
        outgoing.setHeader('authorization', `Bearer ${signCaller(req.caller!, privateKey)}`);
        const upload = req.headers['content-type']?.startsWith('multipart/') ?? false;
        outgoing.setTimeout(upload ? UPLOAD_WITHIN_MS : ANSWER_WITHIN_MS, () =>
          outgoing.destroy(new Error('The service did not answer in time')),
        );
      },
      error(error, req, res) {
        log.warn({ err: error, service, requestId: req.caller?.requestId }, 'a service did not answer');
        refuse(res, service, req.caller?.requestId);
      },
    },
  });
}

function refuse(res: ServerResponse | Socket, service: ServiceName, requestId: string | undefined) {
  if (!('writeHead' in res)) {
    res.destroy();
    return;
  }
  if (res.headersSent) {
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
