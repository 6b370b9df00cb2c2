export { startPostgres } from './postgres';
export { ensureDatabases } from './databases';
