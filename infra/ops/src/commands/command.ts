import type { Doors, Service } from '../services';

/** How a command gets at the shop. */
export type Reach = {
  /** The databases of a shop that runs or stands still. */
  withDatabases: <Result>(work: (urlOf: (service: Service) => string) => Promise<Result>) => Promise<Result>;
  /** The operators' doors of a shop that runs. @throws Error in a sentence when it does not */
  doors: () => Promise<Doors>;
};

export type Asked = { reach: Reach; args: string[]; say: (line: string) => void };

/** `usage` is what stands behind its name; `run` → the exit code. */
export type Command = { usage: string; says: string; run: (asked: Asked) => Promise<number> };
