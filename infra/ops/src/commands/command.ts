import type { KeyName, Ring } from '../keys/keys';
import type { Doors, Service } from '../services';

export type Reach = {
  /** The databases of a shop, running or stopped. */
  withDatabases: <Result>(work: (urlOf: (service: Service) => string) => Promise<Result>) => Promise<Result>;
  /** The operator ports of a running shop. @throws Error in a sentence when none runs */
  doors: () => Promise<Doors>;
  /** Copies the shop into a new folder below `to`, when its data are on this machine, and keeps the newest `keep` copies. */
  backup?: (to: string, keep: number, say: (line: string) => void) => Promise<unknown>;
  /** `queuesEmpty` says that a RabbitMQ of the operator's own has no messages for the shop. */
  restore?: (from: string, queuesEmpty: boolean, say: (line: string) => void) => Promise<unknown>;
  /**
   * The faults in the configuration of the whole shop, when the command line has it.
   * @returns sentences by part
   */
  examine?: () => Promise<Record<string, string[]>>;
  /** Replaces a ring of keys, or of each token, when the command line may write the secrets. */
  changeKeys?: (name: KeyName, change: (ring: Ring) => Ring) => Promise<void>;
};

export type Invocation = {
  reach: Reach;
  args: string[];
  say: (line: string) => void;
  /** Whether a person at a terminal reads the output. Elsewhere it goes into a log, which holds no secret. */
  terminal?: boolean;
};

/** `usage` follows the command's name in the help; `run` returns the exit code. */
export type Command = { usage: string; says: string; run: (context: Invocation) => Promise<number> };
