import { EXCHANGE } from '@shop/contracts/events';
import { runMain } from '@shop/runtime';
import { openStorage } from '@shop/storage';
import { Config } from './config';
import { examine } from './operator/examine';
import { start } from './start';

runMain({
  name: 'orders',
  exchange: EXCHANGE,
  config: Config,
  start: async (config, parts) => start(config, { ...parts, storage: await openStorage(config, parts.log) }),
  examine,
});
