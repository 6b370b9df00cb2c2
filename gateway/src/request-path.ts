import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { currentRequest, type Tracer } from '@shop/http';
import type { Express } from 'express';
import proxyAddr from 'proxy-addr';
import type { GatewayParts } from './app';
import type { enforcePace } from './guard/pace';
import type { GatewayMetrics } from './metrics';
import { beginRequest } from './request-id';
import { pathIn, serviceOf } from './routes';
import type { createProductList } from './storefront/product-list';

type PathParts = {
  app: Express;
  list: ReturnType<typeof createProductList>;
  counts: GatewayParts['counts'];
  pace: ReturnType<typeof enforcePace>;
  metrics: Pick<GatewayMetrics, 'requestDuration'>;
  tracer?: Tracer;
};

/** Answers each request: the public list from memory, and all others by Express. */
export function createRequestPath({ app, list, counts, pace, metrics, tracer }: PathParts): RequestListener {
  const trust = app.get('trust proxy fn') as Parameters<typeof proxyAddr>[1];

  /** The client's address; only a proxy may say another one than that of the connection. */
  const addressIn = (req: IncomingMessage) =>
    req.headers['x-forwarded-for'] === undefined ? req.socket.remoteAddress : proxyAddr(req, trust);

  const answer = (req: IncomingMessage, res: ServerResponse) => {
    if (waitsBehindAnother(res)) return void req.socket.destroy();
    const began = performance.now();
    // Express shortens the address while it answers.
    const route = ownerOf(req.url);
    const observe = () => {
      const seconds = (performance.now() - began) / 1000;
      metrics.requestDuration.observe({ method: req.method, route, status: res.statusCode }, seconds);
    };
    const isAnswered = answerByList(req, res);
    // Nothing is left that could be watched, and listeners would cost more than the rest of this.
    if (isAnswered === true && isHandedOver(req)) return observe();
    pace.watch(req, res);
    res.on('finish', observe);
    if (isAnswered === true) return;
    if (isAnswered === false) return answerByExpress(req, res);
    void isAnswered.then(
      (isDone) => isDone || answerByExpress(req, res),
      () => answerByExpress(req, res),
    );
  };

  /** A request that is refused here goes on to Express, which refuses it too, in its own words. */
  function answerByList(req: IncomingMessage, res: ServerResponse): boolean | Promise<boolean> {
    try {
      return list.answer(req, res, { admit, hold });
    } catch {
      return false;
    }
  }

  /** Counts a request that Express does not see, like all others. @throws Refusal 429; Express then answers it */
  function admit(req: IncomingMessage) {
    const client = { ip: addressIn(req) };
    counts.countCall(client);
    counts.crowd.check(client);
  }

  /** A client that does not take its answer at once stays in the crowd of its address until it has. */
  function hold(req: IncomingMessage, res: ServerResponse) {
    if (!isHandedOver(req)) counts.crowd.join({ ip: addressIn(req) }, res);
  }

  const answerByExpress = (req: IncomingMessage, res: ServerResponse) =>
    currentRequest.run(beginContext(req, res, tracer), () => void app(req, res));

  return (req, res) => {
    req.url = withoutHost(req.url);
    answer(req, res);
  };
}

/**
 * Whether a request came before the last one of its connection was answered. No browser does that, and Node loses such an answer
 * when the connection breaks, so it would stay in every count for ever.
 */
const waitsBehindAnother = (res: ServerResponse) => !res.socket;

/** Whether the operating system has taken all of the answer. */
const isHandedOver = ({ socket }: IncomingMessage) => socket.writableLength === 0;

/** Gives a request its id and begins its trace. */
function beginContext(req: IncomingMessage, res: ServerResponse, tracer?: Tracer) {
  const requestId = beginRequest(res);
  const span = tracer?.(`${req.method} ${ownerOf(req.url)}`, 'server');
  if (span) res.once('close', () => span.end({ 'http.response.status_code': res.statusCode, 'request.id': requestId }));
  return { requestId, span };
}

/** The address that a target means: it may have scheme and host, as proxies send it, and then no path at all. */
const withoutHost = (target = '') => (target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?]*\/?/i, '/'));

/** The service or the pages that a request is for, as a label of the measured durations. A client cannot invent further labels. */
const ownerOf = (url = '') => serviceOf(pathIn(url)) ?? 'pages';
