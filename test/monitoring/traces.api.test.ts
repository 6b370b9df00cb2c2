import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '@shop/runtime';
import { eventually } from '@shop/runtime/testing';
import { LocalConfig } from '../../infra/local/src/config';
import { makeDataDir, removeDataDir } from '../../infra/local/src/data-dir';
import { freePort } from '../../infra/local/src/run-command';
import { startShop, type Shop } from '../../infra/local/src/shop/shop';
import { startCollector, type Collector, type SpanSeen } from './collector';

let dataDir: string;
let collector: Collector;
let shop: Shop;
beforeAll(async () => {
  collector = await startCollector('a key, of ours');
  dataDir = await makeDataDir();
  const env = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    MAIL_INBOX_PORT: String(await freePort()),
    PAYPAL_SIMULATOR_PORT: String(await freePort()),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key%2C%20of%20ours',
  };
  shop = await startShop({ config: readConfig(LocalConfig, env), env, say: () => {}, isReady: () => true });
});
afterAll(async () => {
  await shop?.stop();
  await collector.close();
  await removeDataDir(dataDir);
});

/** The trace and request ids of a client are ignored. */
const STRANGER = { traceparent: '00-11111111111111111111111111111111-2222222222222222-01', 'x-request-id': 'mine' };

test('a mail hangs under the click that caused it: door, service, statement, event, reaction, mail', async () => {
  const response = await fetch(`${shop.doorUrl}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...STRANGER },
    body: JSON.stringify({
      ...{ name: 'Alex', last_name: 'Moor', country: 'Norway', email: 'alex@example.com', is_seller: false },
      ...{ password: 'Deep-House-1!', confirmPassword: 'Deep-House-1!' },
    }),
  });
  const requestId = response.headers.get('x-request-id');
  expect(response.status).toBe(200);

  const way = await eventually(() => {
    const up = wayUp(spanNamed('notifications: mail '));
    expect(up[0]!.parentSpanId).toBeUndefined();
    return up;
  });
  expect(way.map(({ service, name }) => `${service}: ${name}`)).toEqual([
    'gateway: POST identity',
    'identity: POST /api/users/register',
    'identity: send identity.user-registered',
    'notifications: sendCodeWhenUserRegistered',
    'notifications: mail verification-code',
  ]);
  const [click, call] = way as [SpanSeen, SpanSeen];
  expect(click.traceId).not.toMatch(/^1+$/);
  expect(requestId).not.toBe('mine');
  expect(call.facts).toMatchObject({ 'http.response.status_code': 200, 'request.id': requestId });

  const inTrace = collector.spans.filter(({ traceId }) => traceId === click.traceId);
  const announced = inTrace.find(({ service, name }) => service === 'identity' && name === 'WITH outbox');
  expect(announced).toMatchObject({
    parentSpanId: call.spanId,
    facts: { 'db.query.text': expect.stringMatching(/INSERT INTO outbox \(id, .*\$1::uuid\[\]/) as string },
  });
  expect(inTrace.map(({ service, name }) => `${service}: ${name}`)).toContain('notifications: INSERT mails');
});

function spanNamed(beginning: string): SpanSeen {
  const span = collector.spans.find(({ service, name }) => `${service}: ${name}`.startsWith(beginning));
  if (!span) throw new Error(`No span ${beginning} has come`);
  return span;
}

/** The spans from this one up to the click. */
function wayUp(span: SpanSeen): SpanSeen[] {
  const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent ? [...wayUp(parent), span] : [span];
}

test('without an endpoint nothing of OpenTelemetry is loaded', async () => {
  const script = `require('@shop/runtime').openTracing('x', {}).then((tracing) =>
    console.log(JSON.stringify([tracing, Object.keys(require.cache).filter((path) => /opentelemetry.(sdk|exporter)/.test(path)).length])))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', '-C', 'source', '-e', script], {
    cwd: join(__dirname, '../../services/orders'),
  });
  expect(JSON.parse(stdout)).toEqual([null, 0]);
});
