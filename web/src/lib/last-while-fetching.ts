type State<Data> = { data?: Data; currentData?: Data; isFetching: boolean };

/**
 * A query that keeps its last answer while it loads another page or filter. If that fails, the answer goes, because it must not
 * stand under the new choice.
 */
export const lastWhileFetching = <Data, Query extends State<Data>>(query: Query & State<Data>) => ({
  ...query,
  data: query.currentData ?? (query.isFetching ? query.data : undefined),
});
