import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES, type Route } from '@shop/contracts/routes';
import { declarationOf, impliedBy } from '@shop/http';

const CALLS = Object.entries(ROUTES).flatMap(([owner, routes]) =>
  Object.entries<Route>(routes).map(([name, route]) => ({ owner, name, route })),
);

test('no call lists what follows from the rest of its declaration; 503 may say what is away', () => {
  const listed = CALLS.flatMap(({ name, route }) => {
    const implied = impliedBy(declarationOf({ ...route, refuses: undefined }));
    return Object.keys(route.refuses ?? {})
      .filter((refusal) => refusal in implied && refusal !== '503 unavailable')
      .map((refusal) => `${name}: ${refusal}`);
  });
  expect(listed).toEqual([]);
});

const ROOT = join(__dirname, '../..');
const sourceIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8'))
    .join('\n');
const SHARED = ['packages/http/src', 'packages/shared/src'].map(sourceIn).join('\n');

test.each(Object.keys(ROUTES))('%s says every code of its calls somewhere', (owner) => {
  const source = SHARED + sourceIn(`services/${owner}/src`);
  const codes = CALLS.filter((call) => call.owner === owner).flatMap(({ route }) =>
    Object.keys(route.refuses ?? {}).map((refusal) => refusal.split(' ')[1]!),
  );
  expect(codes.length).toBeGreaterThan(5);
  expect([...new Set(codes)].filter((code) => !source.includes(`'${code}'`))).toEqual([]);
});
