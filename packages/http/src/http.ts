import type { StepUp, Who } from '@shop/declare';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { verifyCaller, type Caller } from './auth';
import type { CheckAnswer } from './check-answer';
import { currentRequest, type Place, type Tracer } from './current-request';
import { hasRole, Reply, STREAMED, type Context, type Endpoint } from './endpoint';
import {
  BUG,
  errorBody,
  forbidden,
  isError,
  leftBy,
  notFound,
  Refusal,
  refusalOf,
  stepUpRequired,
  unauthenticated,
  unavailable,
} from './errors';
import { lookRecordOf, type NoteLook } from './looks';
import type { HttpMetrics } from './metrics';
import { isDeadlock, isOutage } from './outage';
import { AWAY, type Away } from './refusals';
import { sendRefusal } from './small-page';

const JSON_LIMIT = '256kb';

type HttpParts = {
  /** The service's name; callers' tokens are signed for it. */
  service: string;
  endpoints: Endpoint[];
  publicKeys: readonly string[];
  log: Logger;
  metrics: HttpMetrics;
  tracer?: Tracer;
  checkAnswer?: CheckAnswer;
  /** Records looks at personal data before the call answers. */
  noteLook?: NoteLook;
  /** The text of an answer 503; by default, words for any service. */
  away?: Away;
};

/** The HTTP side of a service: every endpoint with its checks, one body for all errors, and no caching by default. */
export function buildHttp(parts: HttpParts): Express {
  const { service, endpoints, publicKeys, log, checkAnswer = () => [], away = AWAY } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use((req, res, next) => {
    const token = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1];
    const caller = token ? verifyCaller(token, publicKeys, service) : null;
    if (!caller) throw unauthenticated('Only the gateway may call a service.');
    res.locals.caller = caller;
    res.setHeader('cache-control', 'no-store');
    res.setHeader('x-content-type-options', 'nosniff');
    res.locals.counted = new Set<string>();
    currentRequest.run({ requestId: caller.requestId, counted: countedBy(res), place: placeOf(caller, res) }, next);
  });
  mount(app, endpoints, { ...parts, callerOf: (_req, res) => callerOf(res) });
  app.use(() => {
    throw notFound('address');
  });
  app.use(answerErrors(log, checkAnswer, away));
  return app;
}

const hasStepped = (stepUp: StepUp, { steppedUp, reauthenticated }: Caller) =>
  steppedUp && (stepUp === 'factor' || reauthenticated);

type MountParts = Partial<Pick<HttpParts, 'metrics' | 'tracer' | 'checkAnswer' | 'noteLook'>> & {
  /** Identifies the caller of a request, before the call's own rules. */
  callerOf: (req: Request, res: Response) => Caller;
  /** The largest JSON body. */
  jsonLimit?: string;
  /** The message for callers whose role the call does not accept; by default it depends on whether they have one. */
  forbids?: string;
};

/** Makes an app answer calls by their declarations: callers, step-up, input, answer. Its own error handler answers refusals. */
export function mount(app: Express, endpoints: readonly Endpoint[], parts: MountParts): void {
  const parseJson = express.json({ limit: parts.jsonLimit ?? JSON_LIMIT });
  for (const endpoint of endpoints)
    app[endpoint.method](endpoint.path.replace(/\*$/, '*rest'), ...handlersOf(endpoint, parts, parseJson));
}

function handlersOf(endpoint: Endpoint, parts: MountParts, parseJson: RequestHandler): RequestHandler[] {
  const { metrics, tracer, checkAnswer = () => [], noteLook, forbids } = parts;
  const name = `${endpoint.method.toUpperCase()} ${endpoint.path}`;
  const traceWith =
    (begin: Tracer): RequestHandler =>
    (req, res, next) => {
      const { requestId } = parts.callerOf(req, res);
      // Only the gateway's requests come this far, so their trace header can be trusted.
      const span = begin(name, 'server', req.get('traceparent'));
      res.once('close', () => span.end({ 'http.response.status_code': res.statusCode, 'request.id': requestId }));
      currentRequest.run({ ...currentRequest.getStore(), requestId, span }, next);
    };
  const measure: RequestHandler = (_req, res, next) => {
    res.locals.endpoint = endpoint;
    const stop = metrics?.requestDuration.startTimer({ method: endpoint.method, route: endpoint.path });
    res.once('finish', () => stop?.({ status: res.statusCode }));
    next();
  };
  const admit: RequestHandler = (req, res, next) => {
    const caller = callerFor(endpoint.who, parts.callerOf(req, res));
    refuseStrangers(endpoint, caller, req.params, forbids);
    if (endpoint.stepUp && !hasStepped(endpoint.stepUp, caller)) throw stepUpRequired();
    res.locals.caller = caller;
    next();
  };
  const body: RequestHandler[] = endpoint.body && !endpoint.accepts ? [refuseOtherTypes, parseJson] : [];
  const run: RequestHandler = async (req, res) => {
    const context: Context<unknown, unknown, unknown> = {
      params: endpoint.params?.parse(paramsOf(endpoint, req)),
      query: endpoint.query?.parse(req.query),
      body: endpoint.form ? undefined : endpoint.body?.parse(req.body ?? {}),
      caller: callerOf(res),
      req,
      res,
    };
    const result = await endpoint.handle(context as never);
    const look = noteLook && lookRecordOf(endpoint.look, lookerOf(endpoint, context.caller, req.params), context.params);
    if (look) await noteLook(look);
    if (result === STREAMED)
      return holdTo(checkAnswer(endpoint, { status: res.statusCode, type: res.get('content-type'), counted: countedBy(res) }));
    const answer = result instanceof Reply ? (result as Reply) : new Reply(endpoint.status, result);
    const { 'content-type': type, 'content-encoding': encoding } = answer.headers;
    holdTo(checkAnswer(endpoint, { status: answer.status, type, encoding, body: answer.body, counted: countedBy(res) }));
    res.status(answer.status).set(answer.headers);
    if (answer.body === null || answer.body === undefined) res.end();
    else if (Buffer.isBuffer(answer.body) || typeof answer.body === 'string') res.send(answer.body);
    else res.json(answer.body);
  };
  return [measure, ...(tracer ? [traceWith(tracer)] : []), admit, ...body, ...endpoint.middleware, run];
}

/** The parameters of an address. The rest of a free one is not decoded, so that each spelling is another address. */
const paramsOf = ({ path }: Endpoint, { params, path: address }: Request) =>
  path.endsWith('/*')
    ? {
        ...params,
        rest: address
          .split('/')
          .slice(path.split('/').length - 1)
          .join('/'),
      }
    : params;

const LEFT = new Refusal('invalid', 'invalid', 'The request was given up by its sender.');

/** A session proves its account; all others share the line of their address. */
const placeOf = ({ userId, address }: Caller, res: Response): Place => ({
  line: userId === null ? `address ${address}` : `account ${userId}`,
  known: userId !== null,
  left: leftBy(res, LEFT),
});

/** The caller for the record of looks. An admin who looks at their own data is not recorded as an admin. */
const lookerOf = ({ who }: Endpoint, caller: Caller, params: Record<string, unknown>): Caller =>
  typeof who === 'object' && 'owner' in who && String(params[who.owner]) === String(caller.userId)
    ? { ...caller, admin: false }
    : caller;

const callerOf = (res: Response) => res.locals.caller as Caller;
const countedBy = (res: Response) => res.locals.counted as Set<string>;

const refuseOtherTypes: RequestHandler = (req, _res, next) => {
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (hasBody && !req.is('application/json')) throw new Refusal('unsupported', 'unsupported', 'Please send JSON.');
  next();
};

/** The caller for the handler. On a call for certain roles, an admin with another role counts as an ordinary user. */
function callerFor(who: Who, caller: Caller): Caller {
  const roles = typeof who === 'string' ? true : 'roles' in who ? who.roles : who.admin;
  return typeof roles === 'boolean' || hasRole(caller, roles) ? caller : { ...caller, admin: false };
}

function refuseStrangers(endpoint: Endpoint, caller: Caller, params: Record<string, unknown>, forbids?: string) {
  const { who } = endpoint;
  if (who === 'anyone') return;
  if (who === 'gateway') {
    if (!caller.internal) throw notFound('address');
    return;
  }
  if (caller.unsure) throw unavailable('We cannot check your login right now. Please try again in a moment.');
  if (typeof who === 'object' && 'owner' in who) {
    const ownerId = String(params[who.owner]);
    const isOwner = caller.userId !== null && ownerId === String(caller.userId);
    if (isOwner || (who.admin && caller.admin)) return;
    if (who.hidden) throw notFound('user');
  }
  if (caller.userId === null) throw unauthenticated();
  if (who === 'user' || (typeof who === 'object' && 'users' in who)) return;
  if (typeof who === 'object' && 'owner' in who) endpoint.params?.parse(params);
  else if (caller.admin) return;
  throw forbidden(forbids ?? (caller.role === null ? undefined : 'Your role does not allow this.'));
}

const OF_A_BODY = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-disposition',
  'content-range',
  'content-security-policy',
  'accept-ranges',
  'etag',
];

const answerErrors =
  (log: Logger, checkAnswer: CheckAnswer, away: Away): ErrorRequestHandler =>
  (error: unknown, req, res, _next) => {
    const { caller, endpoint } = res.locals as { caller?: Caller; endpoint?: Endpoint };
    const requestId = caller?.requestId;
    if (res.headersSent) {
      log.warn({ requestId, err: error }, 'an answer broke off');
      res.destroy();
      return;
    }
    // Removes the headers that the handler has set for the answer that is not sent.
    for (const name of OF_A_BODY) res.removeHeader(name);
    res.setHeader('cache-control', 'no-store');
    const refusal = asRefusal(error) ?? (isOutage(error) ? unavailable(away.says) : null);
    const { status } = refusal ?? BUG;
    const body = errorBody(refusal ?? BUG, requestId);
    const faults = endpoint ? checkAnswer(endpoint, { status, body, refused: true, counted: countedBy(res) }) : [];
    if (refusal?.status === 503) {
      const level = isDeadlock(error) ? 'error' : 'warn'; // a deadlock is our bug, although the client may try again
      log[level]({ requestId, err: error }, 'a request was answered 503; the client may try again');
    }
    const isBug = !refusal || faults.length > 0;
    if (isBug) {
      const route = (req.route as { path?: string } | undefined)?.path;
      log.error({ requestId, method: req.method, route, err: error, faults }, 'a bug answered 500');
    }
    sendRefusal(req, res, isBug ? BUG : refusal, requestId, endpoint?.linkedFrom);
  };

const holdTo = (faults: readonly string[]) => {
  if (faults.length > 0) throw new Error(faults.join('\n'));
};

type ParserError = { type?: string; status?: number };

/** Postgres' codes for a character or number that does not fit its column, when the schemas have let it pass. */
const UNSTORABLE = /^(22021|22P05|22003)$/;

/**
 * The refusal of unreadable input, found by a schema, the parser of bodies or the database.
 * @returns null for any other error
 */
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof z.ZodError) return refusalOf(error);
  if (error instanceof URIError)
    return new Refusal('invalid', 'invalid', 'The address has a % sign that is not part of a valid character code.');
  if (isError(error) && UNSTORABLE.test(String((error as { code?: unknown }).code)))
    return new Refusal('invalid', 'invalid', 'There are characters in the request that cannot be stored.');
  const { type, status } = (error ?? {}) as ParserError;
  if (type === 'entity.too.large') return new Refusal('too-large', 'too-large', 'The body of the request is too large.');
  if (type === 'entity.parse.failed') return new Refusal('invalid', 'invalid-json', 'The request is not readable JSON.');
  if (type?.startsWith('encoding.') || type?.startsWith('charset.'))
    return new Refusal('unsupported', 'unsupported', 'Please send the body as UTF-8, with no encoding but gzip, deflate or br.');
  if (type?.startsWith('request.') || status === 400)
    return new Refusal('invalid', 'invalid', 'The request could not be read to its end. Please send it again.');
  return null;
}
