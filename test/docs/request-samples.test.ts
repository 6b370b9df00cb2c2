import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ProductFields } from '@shop/contracts/forms';
import { routeAt, type Route } from '@shop/contracts/routes';
import type { z } from 'zod';
import { OWNERS, publicRoutesOf, renderRequestSamples, samplesFileOf } from './request-samples';

/** Compares the `.http` files with the declarations of their calls. */

type Sample = { method: string; path: string; query: Record<string, string>; json: unknown; parts: string[]; line: string };

function samplesIn(text: string): Sample[] {
  const variables = Object.fromEntries([...text.matchAll(/^@(\w+) *= *(.*)$/gm)].map(([, name, value]) => [name!, value!]));
  const filled = text
    .replaceAll('{{$guid}}', () => randomUUID())
    .replace(/\{\{(\w+)\}\}/g, (all, name: string) => variables[name] ?? all);
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

const patternOf = (path: string) => new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)').replace(/\*$/, '(?<rest>.+)')}$`);

/** The parts of a sample that its call refuses. */
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

const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;
const LOGIN = 'POST /api/users/login';

describe.each(OWNERS)('the samples in the .http file of %s', (owner) => {
  const text = readFileSync(samplesFileOf(owner), 'utf8');
  const samples = samplesIn(text);
  const routeOf = ({ method, path }: Sample) => routeAt(method.toUpperCase(), path);

  test('are up to date; otherwise: npx tsx -C source test/docs/write-generated.ts', () => {
    expect(text).toBe(renderRequestSamples(owner));
  });

  test('show every call that the gateway routes to it, and beside logins no other', () => {
    const own = publicRoutesOf(owner);
    const routes = samples.map(routeOf);
    expect(routes.filter((route) => !own.includes(route!)).map((route) => route && nameOf(route))).toEqual(
      routes.filter((route) => owner !== 'identity' && route && nameOf(route) === LOGIN).map(() => LOGIN),
    );
    expect(own.filter((route) => !routes.includes(route)).map(nameOf)).toEqual([]);
  });

  test('send what their calls take', () => {
    const faults = samples.flatMap((sample) => faultsOf(sample, routeOf(sample)!).map((fault) => `${sample.line}: ${fault}`));
    expect(faults).toEqual([]);
  });

  test('send a track that the form of tracks takes', () => {
    const tracks = [...text.matchAll(/name="fields"\n\n(.*)/g)].map(([, fields]) => JSON.parse(fields!) as object);
    const problems = tracks.map((fields) => ProductFields.safeParse({ ...tracks[0], ...fields }).error?.message);
    expect(problems.filter(Boolean)).toEqual([]);
  });
});
