import { createBroker, createLog, createStorage, onShutdown, readConfig } from '@shop/kit';
import { Config } from './config';
import { start } from './start';

async function main() {
  const config = readConfig(Config.required({ AMQP_URL: true }), process.env);
  const log = createLog('sellers', config.LOG_LEVEL);
  const broker = createBroker(config.AMQP_URL, log);
  const storage = await createStorage(config);
  const service = await start(config, { broker, storage, log });
  onShutdown(async () => {
    await service.stop();
    await broker.close();
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
