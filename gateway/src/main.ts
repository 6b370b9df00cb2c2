import { createBroker, createLog, onShutdown, readConfig } from '@shop/kit';
import { Config } from './config';
import { start } from './start';

async function main() {
  const config = readConfig(Config, process.env);
  const log = createLog('gateway', config.LOG_LEVEL);
  const broker = config.AMQP_URL ? createBroker(config.AMQP_URL, log) : null;
  const gateway = await start(config, { log, broker });
  onShutdown(async () => {
    await gateway.stop();
    await broker?.close();
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
