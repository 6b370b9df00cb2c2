export { makeDataDir, postgresIn, removeDataDir } from './data-dir';
export { startPostgres } from './postgres/postgres';
