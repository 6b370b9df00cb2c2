import { runShop } from './run-shop';

void runShop();
