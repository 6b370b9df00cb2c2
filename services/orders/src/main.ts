import { runMain } from '@shop/kit';
import { Config } from './config';
import { start } from './start';

runMain('orders', Config, start);
