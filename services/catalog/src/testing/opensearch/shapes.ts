import { z } from 'zod';

/**
 * The requests that the shop makes of OpenSearch, as its documentation describes them (docs.opensearch.org: query DSL, aggregations,
 * index, document and search APIs). Everything else is refused, so that a misspelled name or a wrong place fails a test.
 */

const singleKey = <Shape extends z.ZodType>(value: Shape) =>
  z.record(z.string(), value).refine((fields) => Object.keys(fields).length === 1, 'Exactly one field');
const value = z.union([z.string(), z.number()]);
const count = z.int().min(0);

export type Query =
  | { match_all: object }
  | { match_none: object }
  | { term: Record<string, { value: string | number }> }
  | { terms: Record<string, (string | number)[]> }
  | { range: Record<string, { gte?: number; gt?: number; lte?: number; lt?: number }> }
  | { wildcard: Record<string, { value: string }> }
  | { fuzzy: Record<string, { value: string; fuzziness: string }> }
  | { bool: { filter?: Query[]; must_not?: Query[]; should?: Query[]; minimum_should_match?: number } }
  | { function_score: { query: Query; functions: { filter: Query; weight: number }[] } };

export const Query: z.ZodType<Query> = z.lazy(() =>
  z.union([
    z.strictObject({ match_all: z.strictObject({}) }),
    z.strictObject({ match_none: z.strictObject({}) }),
    z.strictObject({ term: singleKey(z.strictObject({ value })) }),
    z.strictObject({ terms: singleKey(z.array(value).max(65_536)) }),
    z.strictObject({
      range: singleKey(
        z.strictObject({ gte: z.int().optional(), gt: z.int().optional(), lte: z.int().optional(), lt: z.int().optional() }),
      ),
    }),
    z.strictObject({ wildcard: singleKey(z.strictObject({ value: z.string() })) }),
    z.strictObject({
      fuzzy: singleKey(
        z.strictObject({
          value: z.string(),
          fuzziness: z.enum(['0', '1', '2']),
          prefix_length: z.literal(0),
          max_expansions: z.int().min(1).max(1024),
          transpositions: z.literal(true),
          rewrite: z.literal('constant_score'),
        }),
      ),
    }),
    z.strictObject({
      bool: z
        .strictObject({
          filter: z.array(Query).optional(),
          must_not: z.array(Query).optional(),
          should: z.array(Query).min(1).optional(),
          minimum_should_match: z.literal(1).optional(),
        })
        .refine(({ should, minimum_should_match }) => (should === undefined) === (minimum_should_match === undefined)),
    }),
    z.strictObject({
      function_score: z.strictObject({
        query: Query,
        functions: z.array(z.strictObject({ filter: Query, weight: z.number().positive() })).min(1),
        score_mode: z.literal('sum'),
        boost_mode: z.literal('replace'),
      }),
    }),
  ]),
);

export type Aggs = Record<string, Agg>;
export type Agg = { aggs?: Aggs } & ({ filter: Query } | { global: object } | { terms: { field: string; size: number } });

const terms = z.strictObject({ terms: z.strictObject({ field: z.string(), size: z.int().min(1).max(65_536) }) });
const Nested: z.ZodType<Aggs> = z.record(
  z.string().regex(/^[^[\]>]+$/),
  z.union([terms, z.lazy(() => z.strictObject({ filter: Query, aggs: Nested.optional() }))]),
) as z.ZodType<Aggs>;
/** Only the outermost aggregations may be global. */
const Aggs = z.record(
  z.string().regex(/^[^[\]>]+$/),
  z.union([
    terms,
    z.strictObject({ filter: Query, aggs: Nested.optional() }),
    z.strictObject({ global: z.strictObject({}), aggs: Nested.optional() }),
  ]),
) as z.ZodType<Aggs>;

export const SearchBody = z
  .strictObject({
    /** At most index.max_result_window. */
    size: count.max(10_000),
    track_total_hits: z.boolean().default(true),
    _source: z.array(z.string()).optional(),
    query: Query.default({ match_all: {} }),
    post_filter: Query.default({ match_all: {} }),
    sort: z.array(singleKey(z.strictObject({ order: z.enum(['asc', 'desc']) }))).default([]),
    search_after: z.array(z.number()).optional(),
    aggs: Aggs.default({}),
  })
  .refine(
    ({ sort, search_after }) => search_after === undefined || search_after.length === sort.length,
    'One value for each sort',
  );
export type SearchBody = z.output<typeof SearchBody>;

const interval = z.string().regex(/^(-1|\d+(ms|s|m|h|d))$/);
const field = z.union([
  z.strictObject({
    type: z.literal('keyword'),
    fields: z
      .record(
        z.string(),
        z.strictObject({
          type: z.literal('text'),
          analyzer: z.string(),
          norms: z.boolean(),
          index_options: z.enum(['docs', 'freqs', 'positions', 'offsets']),
        }),
      )
      .optional(),
  }),
  z.strictObject({ type: z.literal('long') }),
  z.strictObject({ type: z.literal('object'), enabled: z.literal(false) }),
  z.strictObject({ properties: z.record(z.string(), z.strictObject({ type: z.literal('long') })) }),
]);
export type Field = z.output<typeof field>;

const grams = z
  .strictObject({ type: z.literal('edge_ngram'), min_gram: z.int().min(1), max_gram: z.int() })
  .refine(({ min_gram, max_gram }) => min_gram <= max_gram);

export const IndexBody = z.strictObject({
  settings: z.strictObject({
    index: z.strictObject({
      number_of_shards: z.int().min(1),
      auto_expand_replicas: z.string().regex(/^\d+-(\d+|all)$/),
      gc_deletes: interval,
      refresh_interval: interval,
    }),
    analysis: z.strictObject({
      filter: z.record(z.string(), grams),
      analyzer: z.record(
        z.string(),
        z.strictObject({ type: z.literal('custom'), tokenizer: z.literal('keyword'), filter: z.array(z.string()).length(1) }),
      ),
    }),
  }),
  mappings: z.strictObject({ dynamic: z.literal('strict'), properties: z.record(z.string(), field) }),
});
export type IndexBody = z.output<typeof IndexBody>;

export const SettingsBody = z.strictObject({ index: z.strictObject({ refresh_interval: interval.nullable() }) });

const target = z.strictObject({ index: z.string(), alias: z.string() });
export const AliasesBody = z.strictObject({
  actions: z.array(z.union([z.strictObject({ add: target }), z.strictObject({ remove: target })])).min(1),
});

const meta = z.strictObject({
  _id: z.string().min(1).max(512),
  version: count,
  version_type: z.enum(['external', 'external_gte']),
});
export const BulkAction = z.union([z.strictObject({ index: meta }), z.strictObject({ delete: meta })]);
