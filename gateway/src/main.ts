import { EXCHANGE } from '@shop/contracts/events';
import { createBroker } from '@shop/messaging';
import { createLog, onShutdown, readConfig, runOrExamine } from '@shop/runtime';
import { Config } from './config';
import { examine } from './examine';
import { start } from './start';

async function main() {
  const config = readConfig(Config, process.env);
  const log = createLog('gateway', config.LOG_LEVEL);
  const broker = config.AMQP_URL ? createBroker(config, { exchange: EXCHANGE, log }) : null;
  const gateway = await start(config, { log, broker });
  onShutdown(
    async () => {
      await gateway.stop();
      await broker?.close();
    },
    (error) => log.error({ err: error }, 'the gateway did not end in order'),
  );
}

runOrExamine({ name: 'gateway', config: Config, examine }, main);
