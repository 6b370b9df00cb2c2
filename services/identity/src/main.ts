import { EXCHANGE } from '@shop/contracts/events';
import { runMain } from '@shop/runtime';
import { Config } from './config';
import { examine } from './operator/examine';
import { start } from './start';

runMain({ name: 'identity', exchange: EXCHANGE, config: Config, start, examine });
