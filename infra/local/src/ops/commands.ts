import { createAdmin, reinstate, resetFactor, suspend } from './accounts';
import { verify } from './verify';

export type Asked = {
  /** The Postgres that holds the five databases. */
  server: string;
  args: string[];
  say: (line: string) => void;
};

/** `run` → the exit code. */
export type Command = { says: string; run: (asked: Asked) => Promise<number> };

export const COMMANDS: Record<string, Command> = {
  verify: { says: 'reads the seals of audit log and ledger again, and prints the last ones', run: verify },
  'create-admin': {
    says: '--email … [--role owner|catalogue|support|finance|viewer]: a new administrator, or the account of that address made one',
    run: createAdmin,
  },
  suspend: { says: '--email … --reason …: nobody logs in with the account until it is reinstated', run: suspend },
  reinstate: { says: '--email …: a suspended account may log in again', run: reinstate },
  'reset-factor': { says: '--email …: takes every second factor and recovery code away', run: resetFactor },
};

export const usage = () =>
  ['npm run ops -- <command>', ...Object.entries(COMMANDS).map(([name, { says }]) => `  ${name.padEnd(13)} ${says}`)].join('\n');
