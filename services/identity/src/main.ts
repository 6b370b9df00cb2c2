import { runMain } from '@shop/kit';
import { Config } from './config';
import { start } from './start';

runMain('identity', Config, start);
