import { EXCHANGE } from '@shop/contracts/events';
import { runMain, whenThere } from '@shop/runtime';
import { createStorage, storageConfig } from '@shop/storage';
import { Config } from './config';
import { examine } from './operator/examine';
import { start } from './start';

runMain({
  name: 'catalog',
  exchange: EXCHANGE,
  config: Config.extend(storageConfig),
  start: async (config, parts) => {
    const storage = await whenThere(() => createStorage(config), { what: 'the object store', log: parts.log });
    return start(config, { ...parts, storage });
  },
  examine,
});
