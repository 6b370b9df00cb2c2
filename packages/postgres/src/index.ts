export { allowLong, PostgresClient, queryLong, soon } from './postgres-client';
export { isOutdated } from './prepared';
