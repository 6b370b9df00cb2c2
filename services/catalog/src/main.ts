import { createBroker, createLog, createStorage, onShutdown, readConfig, storageConfig } from '@shop/kit';
import { Config } from './config';
import { start } from './start';

async function main() {
  const config = readConfig(Config.extend(storageConfig), process.env);
  const log = createLog('catalog', config.LOG_LEVEL);
  const broker = createBroker(config.AMQP_URL, log);
  const storage = await createStorage(config);
  const service = await start(config, { broker, storage, log });
  onShutdown(async () => {
    await service.stop();
    await broker.close();
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
