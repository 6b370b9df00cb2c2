type State<Data> = { data?: Data; currentData?: Data; isFetching: boolean };

/**
 * The state of a query whose last answer stays while another page or filter is fetched, and not when that fails: it must not stand under
 * what was chosen.
 */
export const lastWhileFetching = <Data, Query extends State<Data>>(query: Query & State<Data>) => ({
  ...query,
  data: query.currentData ?? (query.isFetching ? query.data : undefined),
});
