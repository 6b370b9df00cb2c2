import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES, type Route } from '@shop/contracts/routes';
import type { z } from 'zod';

/** The `.http` files of the services, held against what their calls declare. */

type Sample = { method: string; path: string; query: Record<string, string>; json: unknown; parts: string[]; line: string };

function samplesIn(text: string): Sample[] {
  const given = Object.fromEntries([...text.matchAll(/^@(\w+) *= *(.*)$/gm)].map(([, name, value]) => [name!, value!]));
  const filled = text
    .replaceAll('{{$guid}}', () => randomUUID())
    .replace(/\{\{(\w+)\}\}/g, (all, name: string) => given[name] ?? all);
  return filled
    .split(/^###.*$/m)
    .flatMap((block) => {
      const [head, ...rest] = block.replace(/^(#|@).*\n/gm, '').trim().split(/\n\s*\n/);
      const request = /^(GET|POST|PUT|PATCH|DELETE) (\S+)/.exec(head ?? '');
      if (!request) return [];
      const [line, method, address] = request as unknown as [string, string, string];
      const { pathname, searchParams } = new URL(address);
      const body = rest.join('\n\n').trim();
      const isForm = /content-type: multipart/i.test(head!);
      return [
        {
          ...{ method: method.toLowerCase(), path: pathname, query: Object.fromEntries(searchParams), line },
          json: !isForm && /content-type: application\/json/i.test(head!) ? (JSON.parse(body) as unknown) : undefined,
          parts: isForm ? [...body.matchAll(/; name="([^"]+)"/g)].map(([, name]) => name!) : [],
        },
      ];
    });
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

/** What its call does not take as it is. */
function faultsOf(sample: Sample, route: Route): string[] {
  const { params, query, body, form } = route;
  const problems = (schema: z.ZodType | undefined, value: unknown) =>
    schema?.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  const fields = Object.keys((form as z.ZodObject | undefined)?.shape ?? {});
  return [
    ...problems(params, { ...patternOf(route.path).exec(sample.path)!.groups }),
    ...problems(query, sample.query),
    ...(sample.parts.length > 0 ? sample.parts.filter((part) => !fields.includes(part)) : problems(body, sample.json ?? {})),
  ];
}

const OWNERS = Object.entries<Record<string, Route>>(ROUTES);
const publicRoutes = (routes: Record<string, Route>) => Object.values(routes).filter(({ who }) => who !== 'gateway');
const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;

describe.each(OWNERS)('the samples in the .http file of %s', (owner, routes) => {
  const samples = samplesIn(readFileSync(join(__dirname, `../../services/${owner}/${owner}.http`), 'utf8'));
  const routeOf = ({ method, path }: Sample) =>
    publicRoutes(routes).find((route) => route.method === method && patternOf(route.path).test(path));

  test('show every call that the gateway routes to it, and no other', () => {
    const shown = samples.map((sample) => routeOf(sample));
    expect(samples.filter((_, at) => !shown[at]).map(({ line }) => line)).toEqual([]);
    expect(publicRoutes(routes).filter((route) => !shown.includes(route)).map(nameOf)).toEqual([]);
  });

  test('send what their calls take', () => {
    const faults = samples.flatMap((sample) => {
      const route = routeOf(sample);
      return route ? faultsOf(sample, route).map((fault) => `${sample.line}: ${fault}`) : [];
    });
    expect(faults).toEqual([]);
  });
});
