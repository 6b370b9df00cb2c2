import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { undirectedWords } from './people-words';

const web = join(__dirname, '../../web/src');
const components = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.tsx') && !file.includes('.test.'),
);

/** Their links are handed to a line that stands in a `ClippedText`. */
const HANDED_OVER = ['features/dashboard/admin/AdminNews.tsx', 'features/dashboard/admin/AdminRankings.tsx'];

test("people's words say for themselves whether they run from the left or from the right", () => {
  expect(components.length).toBeGreaterThan(200);
  const misses = components.flatMap((file) =>
    undirectedWords(readFileSync(join(web, file), 'utf8')).map((miss) => `${file}:${miss}`),
  );
  expect(misses.filter((miss) => !HANDED_OVER.some((place) => miss.startsWith(place) && miss.includes(': <Link>')))).toEqual([]);
});

test('the check sees words wherever they are drawn, and leaves alone what is only asked for', () => {
  expect(
    undirectedWords(`
      const a = <p>{user.name}</p>;
      const b = <p dir="auto">{user.name}</p>;
      const c = <><p>{\`by \${store_name}\`}</p>{reason ?? 'none'}</>;
      const d = <p>{reason && <b dir="auto">{reason}</b>} {name ? 1 : 2}</p>;
      const e = <p>{there ? note : ''}</p>;
      const f = <bdi>{title}</bdi>;
      const g = <ClippedText as="p"><Link>{name}</Link></ClippedText>;
    `),
  ).toEqual(['2: <p>{user.name}', '4: <p>{`by ${store_name}`}', "4: <>{reason ?? 'none'}", "6: <p>{there ? note : ''}"]);
});
