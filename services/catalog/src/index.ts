export { Config, type CatalogConfig } from './config';
export { schema } from './database';
export { start } from './start';
export { subscriptions } from './subscriptions';
