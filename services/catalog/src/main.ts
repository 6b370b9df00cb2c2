import { createStorage, runMain, storageConfig } from '@shop/kit';
import { Config } from './config';
import { start } from './start';

runMain('catalog', Config.extend(storageConfig), async (config, parts) =>
  start(config, { ...parts, storage: await createStorage(config) }),
);
