import { request } from 'node:http';
import { numberOf } from '@shop/runtime/testing';
import fc from 'fast-check';
import { openLiveShop, type LiveShop } from '../authorisation/live-shop';
import { wrongedRequests, type Takes, type Wronged } from './requests';

/**
 * Requests with one fault each, over every call of the table: each answer must blame the caller, and never the shop.
 * `GENERATED_REQUESTS=50000` sends more of them, `GENERATED_SEED` repeats a run.
 */
const COUNT = numberOf('GENERATED_REQUESTS', 500);
const SEED = numberOf('GENERATED_SEED', Date.now() % 2 ** 31);

let shop: LiveShop;
let takes: Takes;
beforeAll(async () => {
  shop = await openLiveShop();
  takes = await readTakes(shop.url);
}, 540_000);
afterAll(() => shop?.stop());

type Schema = { properties?: Record<string, unknown>; anyOf?: Schema[]; allOf?: Schema[] };
type Operation = {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
};

const fieldsOf = (schema: Schema = {}): string[] => [
  ...Object.keys(schema.properties ?? {}),
  ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap(fieldsOf),
];

async function readTakes(url: string): Promise<Takes> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return (method, route) => {
    const operation = paths[route.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {};
    return {
      fields: Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema)),
      queries: (operation.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    };
  };
}

const filled = (text: string, self: number) =>
  text.replace(/\{([\w. ]+)\}/g, (all, name: string) => String(name === 'self' ? self : (shop.values[name] ?? all)));

type Answer = { status: number; type: string; text: string };

/** Sends with node's own client, because fetch would refuse half of the requests. */
const send = ({ method, path, headers, body, as }: Wronged): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const session = as === 'V' ? null : shop.sessions[as];
    const own = session ? { authorization: `Bearer ${session.token}` } : {};
    const address = new URL(shop.url);
    const bytes = body === undefined ? null : Buffer.from(filled(body, session?.id ?? 1));
    const clientRequest = request(
      {
        host: address.hostname,
        port: address.port,
        method,
        path: filled(path, session?.id ?? 1).replaceAll(/[^\x21-\x7e]/g, '%20'),
        headers: { ...own, 'sec-fetch-site': 'same-origin', ...headers, ...(bytes ? { 'content-length': bytes.length } : {}) },
        timeout: 120_000,
      },
      (response) => {
        const type = response.headers['content-type'] ?? '';
        if (type.startsWith('text/event-stream')) response.destroy();
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('close', () => resolve({ status: response.statusCode!, type, text: Buffer.concat(chunks).toString() }));
      },
    );
    clientRequest.on('timeout', () => clientRequest.destroy(new Error('no answer within two minutes')));
    clientRequest.on('error', reject);
    clientRequest.end(bytes ?? undefined);
  });

test(
  `${COUNT} requests with one thing wrong are never a 5xx, and every refusal says what it is`,
  async () => {
    await fc.assert(
      fc.asyncProperty(wrongedRequests(takes), async (wronged) => {
        const { status, type, text } = await send(wronged);
        if (status >= 500) throw new Error(`${status} ${text.slice(0, 300)}`);
        if (status < 400 || wronged.method === 'HEAD' || !type.startsWith('application/json')) return;
        const body = JSON.parse(text) as { code?: string; error?: string };
        if (!body.code || !body.error) throw new Error(`${status} without code or error: ${text.slice(0, 300)}`);
      }),
      { numRuns: COUNT, seed: SEED, endOnFailure: true },
    );
  },
  60_000 + COUNT * 1000,
);
