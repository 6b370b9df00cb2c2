import { readConfig } from '@shop/runtime';
import { LocalConfig } from '../config';
import { COMMANDS, usage } from './commands';
import { withServer } from './server';
import { inWords, refuseWithoutShop } from './without-shop';

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main([name, ...args]: string[]): Promise<number> {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    say(usage());
    return name === '--help' ? 0 : 1;
  }
  const config = readConfig(LocalConfig, process.env);
  refuseWithoutShop(config);
  return withServer(config, (server) => command.run({ server, args, say })).catch((error: unknown) => {
    throw new Error(inWords(error, config), { cause: error });
  });
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
