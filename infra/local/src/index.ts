export { startPostgres } from './postgres';
