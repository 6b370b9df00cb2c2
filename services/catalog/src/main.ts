import { EXCHANGE } from '@shop/contracts/events';
import { runMain } from '@shop/runtime';
import { createStorage, storageConfig } from '@shop/storage';
import { Config } from './config';
import { examine } from './operator/examine';
import { start } from './start';

runMain({
  name: 'catalog',
  exchange: EXCHANGE,
  config: Config.extend(storageConfig),
  start: async (config, parts) => start(config, { ...parts, storage: await createStorage(config) }),
  examine,
});
