import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@shop/contracts/events';
import { DECLARED } from '../authorisation/declared-services';

const root = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const filesIn = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);

test('the table in the README has every variable of .env.example, and no other', () => {
  const [, table] = /## Configuration([^]*?)\n## /.exec(read('README.md'))!;
  const rows = table!.split('\n').filter((line) => line.startsWith('| `'));
  const told = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!));
  const listed = [...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!);
  expect(told.sort()).toEqual(listed.sort());
});

test('every command that the README names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...read('README.md').matchAll(/\bnpm (?:run )?(start|ops|test:fast|test:compose|test|dev|lint|bench|release)\b/g)].map(
    ([, name]) => name!,
  );
  expect([...new Set(named)].sort()).toEqual(Object.keys(scripts).sort());
});

test('the picture of the shop is small enough to be looked at', () => {
  expect(statSync(join(root, 'docs/shop.png')).size).toBeLessThan(300_000);
});

test('a decision is a page of three parts, and numbers have no gaps', () => {
  const decisions = filesIn('docs/decisions').sort();
  decisions.forEach((file, at) => {
    expect(file).toMatch(new RegExp(`/${String(at + 1).padStart(4, '0')}-[a-z0-9-]+\\.md$`));
    expect([...read(file).matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(['Context', 'Decision', 'Consequences']);
    expect([file, read(file).split('\n').length < 60]).toEqual([file, true]);
  });
});

test("every call of a service has a request in its .http file, and the service's README names every event that it hears", () => {
  for (const service of Object.keys(DECLARED) as ServiceName[]) {
    const { endpoints, subscriptions } = DECLARED[service];
    const file = `services/${service}/${service}.http`;
    const requests = existsSync(join(root, file))
      ? [...read(file).matchAll(/^(GET|POST|PUT|PATCH|DELETE) \{\{\w+\}\}(\/[^\s?]*)/gm)].map(
          ([, method, path]) => `${method} ${path}`,
        )
      : [];
    const missing = endpoints
      .filter(({ path }) => path.startsWith('/api/'))
      .filter(({ method, path }) => !requests.some((one) => fits(method, path).test(one)))
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect([file, missing]).toEqual([file, []]);

    const page = read(`services/${service}/README.md`);
    const heard = [...new Set(subscriptions.map(({ type }) => nameOf(type)))];
    expect([`services/${service}/README.md`, heard.filter((name) => !page.includes(name))]).toEqual([`services/${service}/README.md`, []]);
  }
}, 180_000);

/** `orders.order-captured` → OrderCaptured. */
const nameOf = (type: string) =>
  type
    .split('.')[1]!
    .split('-')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');

/** A parameter is whatever stands there but the fixed word of another call: `/api/orders/{{order}}`, not `/api/orders/paypal`. */
const fits = (method: string, path: string) =>
  new RegExp(`^${method.toUpperCase()} ${path.replace(/:\w+/g, '(?:\\{\\{\\w+\\}\\}|\\d+|[\\w-]*\\d[\\w-]*|paste-the-token)')}$`);
