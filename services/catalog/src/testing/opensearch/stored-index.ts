import { IndexBody, type Agg, type Aggs, type Field, type Query, type SearchBody } from './shapes';

type Doc = Record<string, unknown>;
type Value = string | number;
type Stored = { id: string; version: number; doc: Doc | null };

/** A request that OpenSearch refuses. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    reason: string,
  ) {
    super(reason);
  }
}

/** One index: what was written is found after a refresh, and by its id at once. */
export function createStoredIndex(body: IndexBody) {
  const { settings, mappings } = body;
  const documents = new Map<string, Stored>();
  let searchable: Doc[] = [];

  /** The types that can be searched, by the full name of the field. */
  const fields = new Map<string, string>();
  const grams = new Map<string, { min_gram: number; max_gram: number }>();
  for (const [name, given] of Object.entries<Field>(mappings.properties)) {
    if ('properties' in given) Object.keys(given.properties).forEach((inner) => fields.set(`${name}.${inner}`, 'long'));
    else if (given.type !== 'object') fields.set(name, given.type);
    if ('fields' in given)
      for (const [inner, { analyzer }] of Object.entries(given.fields ?? {})) {
        const filter = settings.analysis.filter[settings.analysis.analyzer[analyzer]?.filter[0] ?? ''];
        if (!filter) throw new Refused(400, 'mapper_parsing_exception', `analyzer [${analyzer}] has not been configured`);
        fields.set(`${name}.${inner}`, 'text');
        grams.set(`${name}.${inner}`, filter);
      }
  }

  function typed(field: string, ...types: string[]) {
    if (!types.includes(fields.get(field) ?? ''))
      throw new Refused(400, 'query_shard_exception', `no ${types.join()} [${field}]`);
    return field;
  }

  function termsOf(doc: Doc, field: string): Value[] {
    const gram = grams.get(field);
    if (gram) return termsOf(doc, field.slice(0, field.lastIndexOf('.'))).flatMap((word) => beginningsOf(String(word), gram));
    const values = field.split('.').reduce<unknown>((inner, name) => (inner as Doc | undefined)?.[name], doc);
    return [values].flat().filter((value): value is Value => value !== undefined && value !== null);
  }

  /** Whether a document matches. In a filter there are no scores. */
  function matches(query: Query, doc: Doc): boolean {
    if ('match_all' in query) return true;
    if ('match_none' in query) return false;
    if ('bool' in query) {
      const { filter = [], must_not = [], should = [] } = query.bool;
      return (
        filter.every((inner) => matches(inner, doc)) &&
        !must_not.some((inner) => matches(inner, doc)) &&
        (should.length === 0 || should.some((inner) => matches(inner, doc)))
      );
    }
    if ('function_score' in query) return matches(query.function_score.query, doc);
    const has = (field: string, fits: (value: Value) => boolean) => termsOf(doc, field).some(fits);
    if ('term' in query)
      return entry(query.term, (field, { value }) => has(typed(field, 'keyword', 'long'), (term) => term === value));
    if ('terms' in query)
      return entry(query.terms, (field, values) => has(typed(field, 'keyword', 'long'), (term) => values.includes(term)));
    if ('range' in query)
      return entry(query.range, (field, { gte, gt, lte, lt }) =>
        has(typed(field, 'long'), (term) => {
          const number = Number(term);
          return (
            number >= (gte ?? -Infinity) && number > (gt ?? -Infinity) && number <= (lte ?? Infinity) && number < (lt ?? Infinity)
          );
        }),
      );
    if ('wildcard' in query)
      return entry(query.wildcard, (field, { value }) => {
        const pattern = patternOf(value);
        return has(typed(field, 'keyword'), (term) => pattern.test(String(term)));
      });
    return entry(query.fuzzy, (field, { value, fuzziness }) =>
      has(typed(field, 'text', 'keyword'), (term) => edits(value, String(term)) <= Number(fuzziness)),
    );
  }

  function scoreOf(query: Query, doc: Doc): number {
    if (!('function_score' in query)) return 0;
    const weights = query.function_score.functions.filter(({ filter }) => matches(filter, doc)).map(({ weight }) => weight);
    return weights.reduce((sum, weight) => sum + weight, 0);
  }

  function aggregated(aggs: Aggs, docs: Doc[]): object {
    return Object.fromEntries(Object.entries(aggs).map(([name, agg]) => [name, aggregate(agg, docs)]));
  }

  function aggregate(agg: Agg, docs: Doc[]): object {
    if ('terms' in agg) {
      const counts = new Map<Value, number>();
      for (const doc of docs)
        for (const value of new Set(termsOf(doc, typed(agg.terms.field, 'keyword', 'long'))))
          counts.set(value, (counts.get(value) ?? 0) + 1);
      const buckets = [...counts].map(([key, doc_count]) => ({ key, doc_count })).sort((a, b) => b.doc_count - a.doc_count);
      return { doc_count_error_upper_bound: 0, sum_other_doc_count: 0, buckets: buckets.slice(0, agg.terms.size) };
    }
    const inside = 'global' in agg ? searchable : docs.filter((doc) => matches(agg.filter, doc));
    return { doc_count: inside.length, ...aggregated(agg.aggs ?? {}, inside) };
  }

  /** Refuses fields and values that the mapping does not have, as `dynamic: strict` does. */
  function checkDocument(doc: Doc, properties: Record<string, Field>, path = '') {
    for (const [name, value] of Object.entries(doc)) {
      const field = properties[name];
      if (!field) throw new Refused(400, 'strict_dynamic_mapping_exception', `[${path}${name}] within [_doc] is not allowed`);
      if ('properties' in field) checkDocument(value as Doc, field.properties, `${name}.`);
      else if (field.type === 'long' && !Number.isSafeInteger(value))
        throw new Refused(400, 'mapper_parsing_exception', `failed to parse field [${path}${name}] of type [long]`);
      else if (field.type === 'keyword' && ![value].flat().every((item) => typeof item === 'string'))
        throw new Refused(400, 'mapper_parsing_exception', `failed to parse field [${path}${name}] of type [keyword]`);
    }
  }

  return {
    /**
     * Writes by the rule of `external_gte`: an older version is a conflict, also after a removal.
     * @returns the status of the item
     */
    write(id: string, version: number, doc: Doc | null): number {
      if (doc) checkDocument(doc, mappings.properties);
      const before = documents.get(id);
      if (before && before.version > version) return 409;
      documents.set(id, { id, version, doc });
      if (doc === null) return before?.doc ? 200 : 404;
      return before?.doc ? 200 : 201;
    },
    read: (id: string) => documents.get(id)?.doc ?? null,
    refresh: () => void (searchable = [...documents.values()].flatMap(({ doc }) => (doc ? [doc] : []))),
    search({ size, query, post_filter, sort, search_after, aggs, track_total_hits, _source }: SearchBody) {
      const matching = searchable.filter((doc) => matches(query, doc));
      const hits = matching
        .filter((doc) => matches(post_filter, doc))
        .map((doc) => {
          const keys = sort.map((clause) =>
            entry(clause, (field) => (field === '_score' ? scoreOf(query, doc) : Number(termsOf(doc, typed(field, 'long'))[0]))),
          );
          return { doc, keys };
        });
      const orders = sort.map((clause) => entry(clause, (_field, { order }) => (order === 'asc' ? 1 : -1)));
      const compared = (a: number[], b: number[]) =>
        orders.map((order, at) => order * ((a[at] ?? 0) - (b[at] ?? 0))).find(Boolean) ?? 0;
      const after = hits.filter(({ keys }) => search_after === undefined || compared(keys, search_after) > 0);
      const page = after.sort((a, b) => compared(a.keys, b.keys)).slice(0, size);
      return {
        took: 1,
        timed_out: false,
        _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
        hits: {
          ...(track_total_hits && { total: { value: hits.length, relation: 'eq' } }),
          max_score: null,
          hits: page.map(({ doc, keys }) => ({
            _id: String(doc.id),
            _source: Object.fromEntries((_source ?? Object.keys(doc)).map((name) => [name, doc[name]])),
            sort: keys,
          })),
        },
        ...(Object.keys(aggs).length > 0 && { aggregations: aggregated(aggs, matching) }),
      };
    },
  };
}
export type StoredIndex = ReturnType<typeof createStoredIndex>;

const entry = <Inner, Result>(fields: Record<string, Inner>, use: (field: string, inner: Inner) => Result): Result =>
  use(...(Object.entries(fields)[0] as [string, Inner]));

const beginningsOf = (word: string, { min_gram, max_gram }: { min_gram: number; max_gram: number }) => {
  const letters = [...word];
  const variants: string[] = [];
  for (let length = min_gram; length <= Math.min(max_gram, letters.length); length++)
    variants.push(letters.slice(0, length).join(''));
  return variants;
};

/** A pattern with `*`, `?` and a backslash before a sign that stands for itself. */
function patternOf(wildcard: string): RegExp {
  const parts = wildcard.match(/\\[^]|[^\\]/g) ?? [];
  const source = parts.map((part) => {
    if (part === '*') return '[^]*';
    if (part === '?') return '[^]';
    return part.at(-1)?.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`);
}

/** The Damerau–Levenshtein distance of two words: letters that are wrong, missing, too many, or swapped with their neighbour. */
function edits(from: string, to: string): number {
  const [a, b] = [[...from], [...to]];
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => table[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      table[i]![j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1]),
        isSwapped ? at(i - 2, j - 2) + 1 : Infinity,
      );
    }
  return at(a.length, b.length);
}
