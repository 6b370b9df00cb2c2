import { createLog, onShutdown, readConfig } from '@shop/kit';
import { Config } from './config';
import { start } from './start';

async function main() {
  const config = readConfig(Config, process.env);
  const gateway = await start(config, { log: createLog('gateway', config.LOG_LEVEL) });
  onShutdown(gateway.stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
