import { generateKeyPairSync } from 'node:crypto';
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ServiceName } from '@shop/contracts/events';
import { faultsHeard, verifyCaller, type Caller } from '@shop/http';
import { testLog } from '@shop/runtime/testing';
import { Config } from '../config';
import { start, type GatewayDeps, type RunningGateway } from '../start';

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();

type Owner = {
  userId: number;
  admin: boolean;
  role?: string | null;
  steppedUp?: boolean;
  steppedUpUntil?: string | null;
  reauthenticatedUntil?: string | null;
  sessionId: string;
};
export type Answerer = (req: IncomingMessage, res: ServerResponse) => void;
type FakeService = {
  url: string;
  /** The requests that the service received, in order. */
  seen: { method: string; url: string; headers: IncomingHttpHeaders; caller: Caller | null }[];
  /** Answers instead of the echo, except the gateway's questions about sessions. */
  answer: Answerer | null;
  /** The logged-in users, by `kind:credential`. */
  sessions: Map<string, Owner>;
  asked: string[];
  /** What the service says is open with an account, and what it was asked or told of that. */
  matters: unknown;
  told: unknown[];
  /** Whether the service leaves questions about sessions unanswered. */
  hangs: boolean;
  /** Until then the service keeps to itself what it has decided about a session. */
  answersAfter: Promise<void> | null;
  close: () => Promise<void>;
  up: () => Promise<void>;
};

/** The caller of a request, or null when the token is not signed for this service. */
const callerOf = (req: IncomingMessage, name: ServiceName) =>
  verifyCaller((req.headers.authorization ?? '').replace('Bearer ', ''), [publicKey], name);

async function fakeService(name: ServiceName): Promise<FakeService> {
  let server: Server;
  let port = 0;
  const fake: FakeService = {
    url: '',
    seen: [],
    answer: null,
    sessions: new Map(),
    asked: [],
    matters: null,
    told: [],
    hangs: false,
    answersAfter: null,
    up: () =>
      new Promise<void>((resolve) => {
        server = createServer((req, res) => void handle(fake, name, req, res).catch(() => res.destroy())).listen(
          port,
          '127.0.0.1',
          () => {
            port = (server.address() as AddressInfo).port;
            fake.url = `http://127.0.0.1:${port}`;
            resolve();
          },
        );
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await fake.up();
  return fake;
}

/** The answers of services that are asked or told what is open with an account. */
const MATTERS: Record<string, unknown> = {
  '/internal/open-purchases': [],
  '/internal/open-earnings': [],
  '/internal/open-matters': { success: true },
};

async function handle(fake: FakeService, name: ServiceName, req: IncomingMessage, res: ServerResponse) {
  const caller = callerOf(req, name);
  if (req.url === '/internal/sessions') {
    const { kind, credential } = JSON.parse((await buffer(req)).toString()) as { kind: string; credential: string };
    fake.asked.push(`${kind}:${credential}`);
    if (fake.hangs) return;
    if (!caller?.internal) return void res.writeHead(404).end();
    const owner = fake.sessions.get(`${kind}:${credential}`) ?? null;
    await fake.answersAfter;
    return void res.end(JSON.stringify({ owner }));
  }
  const matters = MATTERS[req.url ?? ''];
  if (matters) {
    fake.told.push(JSON.parse((await buffer(req)).toString()));
    return void res.end(JSON.stringify(fake.matters ?? matters));
  }
  fake.seen.push({ method: req.method!, url: req.url!, headers: req.headers, caller });
  if (fake.answer) return fake.answer(req, res);
  const body = await buffer(req);
  res.setHeader('content-type', 'application/json');
  res.end(JSON.stringify({ caller, bytes: body.length }));
}

type Fakes = Record<ServiceName, FakeService>;
export type UnderTest = { gateway: RunningGateway; fakes: Fakes; call: Call; stop: () => Promise<void> };

/** Starts the gateway on loopback with five services that answer with the caller they see. */
export async function openGateway(env: Record<string, string> = {}, deps: Partial<GatewayDeps> = {}): Promise<UnderTest> {
  const names = ['identity', 'catalog', 'orders', 'sellers', 'notifications'] as const;
  const fakes = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await fakeService(name)]))) as Fakes;
  const config = Config.parse({
    PORT: 0,
    PUBLIC_URL: 'http://localhost:8080',
    INTERNAL_JWT_PRIVATE_KEY: privateKey,
    PAYPAL_CLIENT_ID: 'client',
    WEB_DIR: '/nowhere',
    RATE_LIMIT_SCALE: 100,
    ...Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_URL`, fakes[name].url])),
    ...env,
  });
  const gateway = await start(config, { log: testLog, checkAnswer: faultsHeard, ...deps });
  return {
    gateway,
    fakes,
    call: callTo(gateway.url),
    stop: async () => {
      await gateway.stop();
      await Promise.all(Object.values(fakes).map((fake) => fake.close().catch(() => undefined)));
    },
  };
}

export type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string; json: Record<string, unknown> };
type RequestInit = {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer | Readable;
  agent?: false;
};
type Call = (path: string, init?: RequestInit) => Promise<Answer>;

/** Calls with any headers, even those that browsers forbid pages to set. */
const callTo =
  (base: string): Call =>
  (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const { hostname, port } = new URL(base);
      const asking = request({ hostname, port, path, method, headers, agent: false }, (res) => {
        buffer(res).then((bytes) => {
          const text = bytes.toString();
          resolve({ status: res.statusCode!, headers: res.headers, bytes, text, json: parsed(text) });
        }, reject);
      });
      asking.on('error', reject);
      if (body instanceof Readable) body.pipe(asking);
      else asking.end(body);
    });

const parsed = (text: string) => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
};
