import type { IncomingMessage } from 'node:http';
import { NEEDING_BY_ADDRESS } from '@shop/contracts/needs';
import { placeOf } from '@shop/contracts/page-at';
import {
  configRoutes,
  dashboardRoutes,
  docsRoutes,
  liveRoutes,
  policyRoutes,
  statusRoutes,
  vitalsRoutes,
  type Route,
} from '@shop/contracts/routes';
import {
  type Caller,
  type CheckHeard,
  addressOf,
  asRefusal,
  BUG,
  forbidden,
  implement,
  mount,
  notFound,
  sendRefusal,
  unauthenticated,
} from '@shop/http';
import type { Log } from '@shop/runtime';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Config } from './config';
import { configHandlers, configView } from './config-view';
import { dashboardHandlers } from './dashboard/dashboard';
import { holdOwnAnswers } from './guard/own-answers';
import { limitCrowd, type Crowd } from './guard/crowd';
import { policyHandlers } from './guard/csp-reports';
import { floodGuard, guardBy, type CountCall } from './guard/flood';
import { declaredPrefix, plainAddress } from './guard/plain-address';
import { shareMedia, type MediaShare } from './guard/media-share';
import { mayWrite } from './guard/same-origin';
import { securityHeaders } from './guard/security-headers';
import { securityTxt } from './guard/security-txt';
import { liveHandlers, type Live } from './live/live';
import type { GatewayMetrics } from './metrics';
import { docsFiles, docsHandlers } from './openapi';
import { requestIdOf } from './request-id';
import { callOf, OPEN_PREFIXES, pathIn, serviceOf } from './routes';
import {
  createSessionResolver,
  credentialOf,
  deviceIn,
  isReauthenticated,
  isSteppedUp,
  mayNeedStepUp,
  mustBeConfirmed,
  type Credential,
  type SessionAnswer,
} from './sessions/sessions';
import { statusHandlers } from './status/status';
import { createCatalogAnswers } from './storefront/catalog-answers';
import { answerFoundTracks } from './storefront/found-tracks';
import { forCrawlers } from './storefront/robots';
import { answerSitemap, SITEMAP } from './storefront/sitemap';
import type { PageRenderer } from './storefront/rendering/page-renderer';
import { serveSpa } from './storefront/spa';
import { createHeads, newestIn } from './storefront/heads/spa-head';
import { createTrackLookup } from './storefront/heads/track-lookup';
import { VISITOR } from './upstream/internal-call';
import { reportOpenMatters } from './upstream/report-open-matters';
import { callerOf, proxyTo, type IdentifiedRequest } from './upstream/proxy';
import type { Services } from './upstream/services';
import { vitalsHandlers } from './vitals/vitals';

export type GatewayParts = {
  config: Config;
  services: Services;
  log: Log;
  isReady: () => boolean;
  answerWithinMs: number;
  /** How many milliseconds a body that is no upload may take to arrive. */
  bodyWithinMs: number;
  /** How many milliseconds an upload, or an answer that has begun, may pause. */
  pauseMs: number;
  /** How much of the files one address gets. */
  mediaShare: MediaShare;
  live: Live;
  /** They count the requests of each address, even those that are answered before Express. */
  counts: { countCall: CountCall; crowd: Crowd };
  /** Renders the public pages; without it browsers render them. */
  renderer: PageRenderer | null;
  metrics: Pick<GatewayMetrics, 'countCspReport' | 'countUnsure' | 'countVitals'>;
  checkAnswer?: CheckHeard;
};

/** What stands below these prefixes is answered by services, and never by a page. */
const OF_SERVICES = ['/api', '/media', ...OPEN_PREFIXES];

/** Builds the only part of the shop that the internet reaches. */
export async function buildGateway(parts: GatewayParts): Promise<Express> {
  const { config, services, log, isReady, live, counts, metrics } = parts;
  const { RATE_LIMIT_SCALE: rateScale, INTERNAL_JWT_PRIVATE_KEY: privateKey } = config;
  const credentialIn: FindCredential = ({ headers }) => credentialOf(headers, cookieNamed(config, 'sid'));
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.TRUST_PROXY);
  app.set('etag', false);
  app.use(securityHeaders(config));
  app.use(OF_SERVICES, plainAddress);
  app.use([...OPEN_PREFIXES], declaredPrefix);
  if (parts.checkAnswer) app.use(holdOwnAnswers(parts.checkAnswer));

  app.use(['/api', ...OPEN_PREFIXES], guardBy(counts.countCall));
  // Streams stay open for a whole visit, so they have limits of their own.
  const sessionIn = (req: IncomingMessage) => credentialIn(req)?.value ?? null;
  mount(app, implement(liveRoutes, liveHandlers(live, sessionIn, rateScale)), { callerOf: visitorOf });
  app.use(limitCrowd(counts.crowd));
  app.get('/.well-known/security.txt', securityTxt(config));
  app.use(docsRoutes.readDocs.path, docsFiles);
  const open = implement(
    { ...policyRoutes, ...vitalsRoutes, ...configRoutes, ...docsRoutes },
    {
      ...policyHandlers(log, metrics.countCspReport, rateScale),
      ...vitalsHandlers(metrics.countVitals, rateScale),
      ...configHandlers(config, isReady),
      ...docsHandlers(services, privateKey, config.SITE_NAME),
    },
  );
  mount(app, open, { callerOf: visitorOf, jsonLimit: '1kb' });

  const answers = createCatalogAnswers(services.catalog, privateKey, log);
  app.use('/api', answerFoundTracks(answers, rateScale));
  app.use('/api', identify(parts, credentialIn));
  // Everybody may fetch files, so identity is not asked for the caller.
  app.use('/media', shareMedia(parts.mediaShare, rateScale));
  app.use(['/media', ...OPEN_PREFIXES], identify(parts, noCredential));
  const dashboard = dashboardHandlers({ services, privateKey, log });
  mount(app, implement(dashboardRoutes, dashboard), { callerOf, forbids: 'You may not do that.' });
  const status = statusHandlers({ services, privateKey, log });
  mount(app, implement(statusRoutes, status), { callerOf, forbids: 'Your role does not allow this.', jsonLimit: '4kb' });
  app.use(OF_SERVICES, proxies(parts));
  app.use([...OF_SERVICES, '/internal', '/metrics', '/healthz', '/readyz', '/parked'], () => {
    throw notFound('address');
  });
  app.use(forCrawlers(config));
  app.get(SITEMAP, floodGuard(rateScale), answerSitemap(config, services.catalog, log));
  for (const name of NEEDING_BY_ADDRESS) app.use(placeOf(name), floodGuard(rateScale));
  const headOf = createHeads(config, { lookUp: createTrackLookup(answers), newest: newestIn(answers) });
  app.use(await serveSpa(config, headOf, { renderer: parts.renderer, isReady, config: configView(config), answers }));
  app.use(() => {
    throw notFound('address');
  });
  app.use(answerErrors(log));
  return app;
}

/** On https, the prefix `__Host-` makes browsers send the cookie only to this host. */
const cookieNamed = ({ PUBLIC_URL }: Config, name: string) => `${PUBLIC_URL.startsWith('https:') ? '__Host-' : ''}${name}`;

/** The caller of a call whose answer is the same for everybody, so that identity is not asked. */
const visitorOf = (req: Request, res: Response): Caller => ({
  ...VISITOR,
  address: addressOf(req.ip),
  requestId: requestIdOf(res),
});

type FindCredential = (req: IncomingMessage) => Credential | null;
const noCredential: FindCredential = () => null;

function identify(
  { config, services, log, metrics, answerWithinMs }: GatewayParts,
  credentialIn: FindCredential,
): RequestHandler {
  const answerError = answerErrors(log);
  const sessions = createSessionResolver(services.identity, config.INTERNAL_JWT_PRIVATE_KEY, Math.min(answerWithinMs, 3000));
  return async (req: IdentifiedRequest & Parameters<RequestHandler>[0], res, next) => {
    if (!mayWrite(req)) throw forbidden('This request came from another site.');
    const visitor = visitorOf(req, res);
    const call = callOf(req);
    const credential = credentialIn(req);
    let isReported = false;
    const know = ({ owner, unsure, because, error }: SessionAnswer) => {
      if (because && !isReported) {
        isReported = true;
        metrics.countUnsure(because);
        log.warn({ requestId: visitor.requestId, because, err: error }, 'identity did not say whose session it is');
      }
      req.caller = {
        ...visitor,
        userId: owner?.userId ?? null,
        admin: owner?.admin ?? false,
        role: owner?.role ?? null,
        steppedUp: owner !== null && isSteppedUp(owner),
        reauthenticated: owner !== null && isReauthenticated(owner),
        sessionId: owner?.sessionId ?? null,
        unsure,
        device: deviceIn(req.headers.cookie, cookieNamed(config, 'device')),
      };
    };
    const needsConfirmation = credential !== null && mustBeConfirmed(call);
    let session = await sessions.resolve(credential);
    // Another replica may have confirmed the factor without this one knowing.
    if (credential && session.owner && !isSteppedUp(session.owner) && mayNeedStepUp(call))
      session = await sessions.askAgain(credential);
    know(session);
    if (needsConfirmation)
      req.confirm = async () => {
        know(await sessions.askAgain(credential));
        const ending = accountEndedBy(call, callerOf(req), req.originalUrl);
        if (ending !== null) await reportOpenMatters(services, config.INTERNAL_JWT_PRIVATE_KEY, log, ending);
      };
    const sessionId = session.owner?.sessionId ?? null;
    // An upload may outlast its session: the service then gives up the refused upload.
    const refuseIfLoggedOut = async () => {
      const now = await (needsConfirmation ? sessions.askAgain(credential) : sessions.resolve(credential));
      if (!now.owner && !now.unsure) answerError(unauthenticated(), req, res, next);
    };
    if (sessionId && (call?.form || call?.stream)) req.once('end', () => void refuseIfLoggedOut());
    if (sessionId && call?.changesSession) res.once('close', () => sessions.forget(sessionId));
    next();
  };
}

/** The account that a call ends if its service agrees. Nobody is asked about one that the caller may not end. */
function accountEndedBy(call: Route | undefined, { userId, admin }: Caller, address: string): number | null {
  if (call?.endsAccountOf === 'caller') return userId;
  if (call?.endsAccountOf !== 'id' || !admin) return null;
  const id = Number(pathIn(address).split('/').at(-1));
  return Number.isSafeInteger(id) && id > 0 && id < 2 ** 31 ? id : null;
}

function proxies({ config, services, log, answerWithinMs, bodyWithinMs, pauseMs }: GatewayParts): RequestHandler {
  const privateKey = config.INTERNAL_JWT_PRIVATE_KEY;
  const handlers = new Map(
    Object.values(services).map((replicas) => [
      replicas.service,
      proxyTo({ replicas, privateKey, log, answerWithinMs, bodyWithinMs, pauseMs }),
    ]),
  );
  return (req, res, next) => {
    const service = serviceOf(pathIn(req.originalUrl));
    const handler = service && handlers.get(service);
    if (!handler) return next();
    // Express has cut off the handler's prefix; the services need whole addresses.
    req.url = req.originalUrl;
    return handler(req, res, next);
  };
}

const answerErrors =
  (log: Log): ErrorRequestHandler =>
  (error: unknown, req, res, _next) => {
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const requestId = requestIdOf(res);
    // The gateway does not wait for the rest of a refused body.
    if (!req.complete) res.set('connection', 'close');
    res.set('cache-control', 'no-store');
    const refusal = asRefusal(error);
    if (!refusal) log.error({ err: error, requestId }, 'a bug answered 500');
    sendRefusal(req, res, refusal ?? BUG, requestId, callOf(req)?.linkedFrom);
  };
