import { createBroker, createLog, onShutdown, readConfig } from '@shop/kit';
import { Config } from './config';
import { start } from './start';

async function main() {
  const config = readConfig(Config, process.env);
  const log = createLog('orders', config.LOG_LEVEL);
  const broker = createBroker(config.AMQP_URL, log);
  const service = await start(config, { broker, log });
  onShutdown(async () => {
    await service.stop();
    await broker.close();
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
