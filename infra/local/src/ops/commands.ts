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
};

export const usage = () =>
  ['npm run ops -- <command>', ...Object.entries(COMMANDS).map(([name, { says }]) => `  ${name.padEnd(12)} ${says}`)].join('\n');
