import { runCommand, type Reach } from '@shop/ops';
import { readConfig } from '@shop/runtime';
import { LocalConfig } from '../config';
import { readDoors } from '../kept/doors';
import { changeKeys } from '../kept/secrets';
import { databaseAt } from '../postgres/in-database';
import { backup } from './backup';
import { removeOldBackups } from './old-backups';
import { examineShop } from './examine-shop';
import { restore } from './restore';
import { withServer } from './server';
import { inWords, refuseWithoutShop } from './without-shop';

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function main(args: string[]): Promise<number> {
  const config = readConfig(LocalConfig, process.env);
  const reach: Reach = {
    withDatabases: async (work) => {
      refuseWithoutShop(config);
      return withServer(config, (server) => work((name) => databaseAt(server, name)));
    },
    doors: async () => {
      refuseWithoutShop(config);
      return readDoors(config.DATA_DIR);
    },
    backup: async (to, keep, tell) => {
      await backup(config, to, tell);
      await removeOldBackups(to, keep, tell);
    },
    restore: (from, queuesEmpty, tell) => restore(config, from, tell, { queuesEmpty }),
    examine: () => examineShop(config, process.env),
    changeKeys: (name, change) => {
      refuseWithoutShop(config);
      return changeKeys(config, name, change);
    },
  };
  return runCommand(args, { reach, say: print, terminal: process.stdout.isTTY }).catch((error: unknown) => {
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
