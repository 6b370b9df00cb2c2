import { createStorage, runMain } from '@shop/kit';
import { Config } from './config';
import { start } from './start';

runMain('sellers', Config, async (config, parts) => start(config, { ...parts, storage: await createStorage(config) }));
