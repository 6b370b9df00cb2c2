/** A query that has data only when they are fresh. An edit starts with fresh data, which do not change during the edit. */
export const freshOnly = <Data, Query extends { data?: Data; isFetching: boolean }>(query: Query & { data?: Data }) =>
  query.isFetching ? { ...query, data: undefined } : query;
