import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES, type Routes } from '@shop/contracts/routes';
import { declarationOf, describeEndpoints } from '@shop/http';
import ts from 'typescript';
import { mergeDocuments } from '../../gateway/src/openapi';

/** A program by somebody who has only the document. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { paths } from './schema';

const shop = createClient<paths>({ baseUrl: 'https://shop.example' });

export async function cheapest(): Promise<{ name: string; cents: number; bpm: number | null } | undefined> {
  const { data, error } = await shop.GET('/api/products');
  if (!data) throw new Error(error.message);
  const tracks = 'data' in data ? data.data : data;
  const [track] = tracks.toSorted((one, other) => one.price - other.price);
  return track && { name: track.name, cents: Math.round(track.price * 100), bpm: 'bpm' in track ? track.bpm : null };
}

export async function subscribe(email: string): Promise<void> {
  const { error, response } = await shop.POST('/api/subscribe/subscribe', { body: { email } });
  if (error) throw new Error(\`\${response.status} \${error.code}: \${error.field ?? ''} \${error.message}\`);
}

export async function addTrack(audio: string, upload: string): Promise<number> {
  const { data, error } = await shop.POST('/api/products', {
    params: { query: { upload } },
    body: {
      fields: {
        ...{ name: 'Night Drive', category: 'Techno', price: 299, music_key: 'A', type: 'Instrumental' },
        download_link: 'https://files.example/night-drive.zip',
      },
      audio,
    },
  });
  if (!data) throw new Error(error.message);
  return data.id;
}

export async function soldHouseTracks(page: number): Promise<number> {
  const { data } = await shop.GET('/api/products', { params: { query: { page, status: 'sold', store: 'house' } } });
  return data && 'pagination' in data ? data.pagination.total : 0;
}

export async function play(id: number): Promise<void> {
  await shop.POST('/api/products/{id}/increment-play-count', { params: { path: { id } } });
}

export async function remind(productId: number): Promise<'mailed once' | 'free' | 'log in' | 'later'> {
  const { error } = await shop.PUT('/api/orders/holds/{productId}/reminder', { params: { path: { productId } } });
  if (error?.code === 'not-held') return 'free';
  if (error?.code === 'unauthenticated') return 'log in';
  return error ? 'later' : 'mailed once';
}
`;

const WRONG = PROGRAM.replace('one.price - other.price', 'one.cost - other.cost');
/** A code that the call does not declare. */
const MISTAKEN = PROGRAM.replace("'not-held'", "'not-hold'");

type Operation = { responses: Record<string, { content?: object }> };

let folder: string;
let document: ReturnType<typeof mergeDocuments>;
beforeAll(() => {
  const documents = Object.entries<Routes>(ROUTES).map(([name, routes]) =>
    describeEndpoints(name, Object.values(routes).map(declarationOf)),
  );
  const cache = join(__dirname, '../../node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'openapi-client-'));
  const [described, schema] = [join(folder, 'openapi.json'), join(folder, 'schema.ts')];
  document = mergeDocuments(documents, 'Ghostline');
  writeFileSync(described, JSON.stringify(document));
  const generator = join(__dirname, '../../node_modules/openapi-typescript/bin/cli.js');
  execFileSync(process.execPath, [generator, described, '--output', schema], { stdio: ['ignore', 'ignore', 'pipe'] });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The compiler's errors in a program beside the generated types. */
function faultsOf(program: string): string[] {
  const file = join(folder, 'program.ts');
  writeFileSync(file, program);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ESNext,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('a client made from the OpenAPI document compiles, and holds its user to the document', () => {
  expect(faultsOf(PROGRAM)).toEqual([]);
  expect(faultsOf(WRONG)).toContainEqual(expect.stringMatching(/Property 'cost' does not exist/));
  expect(faultsOf(MISTAKEN)).toContainEqual(expect.stringMatching(/have no overlap/));
});

test('every answer and every refusal of every call has a schema or a media type, or nothing to say', () => {
  const NOTHING = ['204', '302', '304', '416'];
  const bare = Object.entries(document.paths as Record<string, Record<string, Operation>>)
    .flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) =>
        Object.entries(responses)
          .filter(([status, { content }]) => !NOTHING.includes(status) && !content)
          .map(([status]) => `${method} ${path} ${status}`),
      ),
    );
  expect(bare).toEqual([]);
});
