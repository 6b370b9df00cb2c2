import type { KeyName, Ring } from '../keys/keys';
import type { Doors, Service } from '../services';

/** The ways by which a command reaches the shop. */
export type Reach = {
  /** The databases of a shop, whether it runs or not. */
  withDatabases: <Result>(work: (urlOf: (service: Service) => string) => Promise<Result>) => Promise<Result>;
  /** The operator ports of a running shop. @throws Error in a sentence when none runs */
  doors: () => Promise<Doors>;
  /** Copies the shop into a new folder below `to`, where its data are on this machine, and keeps the newest `keep` of them. */
  backup?: (to: string, keep: number, say: (line: string) => void) => Promise<unknown>;
  restore?: (from: string, say: (line: string) => void) => Promise<unknown>;
  /** Says what is wrong with the configuration of the whole shop, where the command line has it. → sentences by part */
  examine?: () => Promise<Record<string, string[]>>;
  /** Replaces a ring of keys (of the tokens: each of them), where the command line may write the secrets. */
  changeKeys?: (name: KeyName, change: (ring: Ring) => Ring) => Promise<void>;
};

export type Asked = {
  reach: Reach;
  args: string[];
  say: (line: string) => void;
  /** Whether what is said is shown to somebody at a terminal. Elsewhere it goes into a log, which holds no secret. */
  terminal?: boolean;
};

/** `usage` follows the command's name in the help; `run` answers the exit code. */
export type Command = { usage: string; says: string; run: (asked: Asked) => Promise<number> };
