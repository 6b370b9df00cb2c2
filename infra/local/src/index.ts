export { LocalConfig } from './config';
export { startShop, type Shop } from './shop';
export { startPostgres, type Postgres } from './postgres';
export { ensureDatabases } from './databases';
