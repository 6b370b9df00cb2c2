import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { AliasesBody, BulkAction, IndexBody, SearchBody, SettingsBody } from './shapes';
import { createStoredIndex, Refused, type StoredIndex } from './stored-index';

type Answer = { status?: number; body: object };
type Route = [methods: string, path: RegExp, answer: (names: string[], body: string) => Answer];

const NAME = '([a-z0-9][a-z0-9-]*)';
const path = (...parts: string[]) => new RegExp(`^/${parts.join('/')}$`);
const acknowledged = { body: { acknowledged: true } };

/**
 * A stand-in for an OpenSearch, with the calls that the shop makes. It checks the shape of every request, finds nothing before a
 * refresh, and answers as the documentation describes. What it cannot show is whether the documentation holds.
 */
export async function startOpenSearchStandIn() {
  const indexes = new Map<string, StoredIndex>();
  const documents = new Map<string, Map<string, object>>();
  const aliases = new Map<string, string>();
  const calls: string[] = [];
  let away = false;

  function indexAt(name: string): StoredIndex {
    const index = indexes.get(aliases.get(name) ?? name);
    if (!index) throw new Refused(404, 'index_not_found_exception', `no such index [${name}]`);
    return index;
  }
  const aliasesOf = (index: string) =>
    Object.fromEntries([...aliases].filter(([, behind]) => behind === index).map(([alias]) => [alias, {}]));

  const routes: Route[] = [
    ['GET', /^\/$/, () => ({ body: { version: { distribution: 'opensearch', number: '3.3.0' } } })],
    [
      'PUT',
      path(NAME),
      ([name = ''], body) => {
        if (indexes.has(name)) throw new Refused(400, 'resource_already_exists_exception', name);
        indexes.set(name, createStoredIndex(IndexBody.parse(JSON.parse(body))));
        return { body: { acknowledged: true, shards_acknowledged: true, index: name } };
      },
    ],
    [
      'DELETE',
      path(NAME),
      ([name = '']) => {
        indexAt(name);
        indexes.delete(name);
        for (const alias of Object.keys(aliasesOf(name))) aliases.delete(alias);
        return acknowledged;
      },
    ],
    ['PUT', path(NAME, '_settings'), ([name = ''], body) => (indexAt(name), SettingsBody.parse(JSON.parse(body)), acknowledged)],
    [
      'POST GET',
      path(NAME, '_refresh'),
      ([name = '']) => (indexAt(name).refresh(), { body: { _shards: { total: 1, successful: 1, failed: 0 } } }),
    ],
    [
      'GET',
      path('_alias', NAME),
      ([alias = '']) => {
        const index = aliases.get(alias);
        if (index === undefined) return { status: 404, body: { error: `alias [${alias}] missing`, status: 404 } };
        return { body: { [index]: { aliases: { [alias]: {} } } } };
      },
    ],
    [
      'GET',
      path('([a-z0-9-]+)\\*', '_alias'),
      ([prefix = '']) => ({
        body: Object.fromEntries(
          [...indexes.keys()].filter((name) => name.startsWith(prefix)).map((name) => [name, { aliases: aliasesOf(name) }]),
        ),
      }),
    ],
    [
      'POST',
      path('_aliases'),
      (_names, body) => {
        for (const action of AliasesBody.parse(JSON.parse(body)).actions) {
          const { index, alias } = 'add' in action ? action.add : action.remove;
          indexAt(index);
          if ('add' in action) aliases.set(alias, index);
          else if (aliases.get(alias) !== index)
            throw new Refused(404, 'aliases_not_found_exception', `aliases [${alias}] missing`);
          else aliases.delete(alias);
        }
        return acknowledged;
      },
    ],
    ['POST PUT', path(NAME, '_bulk'), ([name = ''], body) => bulk(indexAt(name), body)],
    [
      'POST GET',
      path(NAME, '_search'),
      ([name = ''], body) => ({ body: indexAt(name).search(SearchBody.parse(JSON.parse(body))) }),
    ],
    [
      'GET',
      path(NAME, '_doc', '([a-z0-9-]+)'),
      ([name = '', id = '']) => {
        const plain = documents.get(name);
        const document = plain ? (plain.get(id) ?? null) : indexAt(name).read(id);
        return document
          ? { body: { _index: name, _id: id, found: true, _source: document } }
          : { status: 404, body: { _id: id, found: false } };
      },
    ],
    [
      'PUT POST',
      path(NAME, '_doc', '([a-z0-9-]+)'),
      ([name = '', id = ''], body) => {
        documents.set(name, (documents.get(name) ?? new Map<string, object>()).set(id, JSON.parse(body) as object));
        return { status: 201, body: { _index: name, _id: id, result: 'created' } };
      },
    ],
    [
      'DELETE',
      path(NAME, '_doc', '([a-z0-9-]+)'),
      ([name = '', id = '']) => ({ status: documents.get(name)?.delete(id) ? 200 : 404, body: { _id: id } }),
    ],
  ];

  function answerTo({ method = '', url = '' }: IncomingMessage, body: string): Answer {
    const { pathname, search } = new URL(url, 'http://localhost');
    if (search !== '') throw new Refused(400, 'illegal_argument_exception', `request contains unrecognized parameter: ${search}`);
    for (const [methods, pattern, answer] of routes) {
      const names = pattern.exec(decodeURIComponent(pathname));
      if (names && methods.split(' ').includes(method)) return answer(names.slice(1), body);
    }
    throw new Refused(405, 'method_not_allowed', `${method} ${pathname}`);
  }

  const server = createServer((req, res) => {
    const finish = async () => {
      const body = await text(req);
      calls.push(`${req.method} ${req.url}`);
      let answer: Answer;
      try {
        if (away) throw new Refused(503, 'cluster_manager_not_discovered_exception', 'away');
        answer = answerTo(req, body);
      } catch (error) {
        const refused = error instanceof z.ZodError ? new Refused(400, 'parsing_exception', z.prettifyError(error)) : error;
        const { status, type } = refused instanceof Refused ? refused : { status: 500, type: 'bug' };
        answer = { status, body: { error: { type, reason: String(refused) }, status } };
      }
      res.writeHead(answer.status ?? 200, { 'content-type': 'application/json; charset=UTF-8' });
      res.end(JSON.stringify(answer.body));
    };
    void finish();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    indexes: () => [...indexes.keys()],
    calls,
    /** Answers everything 503 from now on, or no more. */
    setAway: (is: boolean) => void (away = is),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function bulk(index: StoredIndex, body: string): Answer {
  if (!body.endsWith('\n'))
    throw new Refused(400, 'illegal_argument_exception', 'The bulk request must be terminated by a newline');
  const lines = body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  const items: object[] = [];
  let errors = false;
  for (let at = 0; at < lines.length; at++) {
    const action = BulkAction.parse(lines[at]);
    const name = 'index' in action ? 'index' : 'delete';
    const { _id, version } = 'index' in action ? action.index : action.delete;
    const doc = 'index' in action ? (lines[++at] as Record<string, unknown>) : null;
    try {
      items.push({ [name]: { _id, status: index.write(_id, version, doc) } });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      errors = true;
      items.push({ [name]: { _id, status: error.status, error: { type: error.type, reason: error.message } } });
    }
  }
  return { body: { took: 1, errors, items } };
}
