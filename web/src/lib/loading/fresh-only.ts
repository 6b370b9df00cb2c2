/**
 * The state of a query that has data only when they are fresh. An edit starts with these, never with cached ones, and they do not change
 * while somebody edits.
 */
export const freshOnly = <Data, Query extends { data?: Data; isFetching: boolean }>(query: Query & { data?: Data }) =>
  query.isFetching ? { ...query, data: undefined } : query;
