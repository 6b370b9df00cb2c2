import { readConfig } from '@shop/runtime';
import type { Reach } from './commands/command';
import { runCommand } from './commands/commands';
import { requiredSetting, OpsConfig } from './config';
import { SERVICES, type Doors } from './services';

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Runs the command line from an image, where services run as separate processes: `node infra/ops/dist/main.js check`. */
async function main(): Promise<number> {
  const config = readConfig(OpsConfig, process.env);
  const reach: Reach = {
    withDatabases: (work) => work((name) => requiredSetting(config, name, 'DATABASE_URL')),
    doors: async () =>
      Object.fromEntries(
        SERVICES.map((name) => [
          name,
          { url: requiredSetting(config, name, 'OPS_URL'), token: requiredSetting(config, name, 'OPS_TOKEN') },
        ]),
      ) as Doors,
  };
  return runCommand(process.argv.slice(2), { reach, say: print, terminal: process.stdout.isTTY });
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
