import { hash, verify, type Options } from '@node-rs/argon2';

/** argon2id, the library's default, with 19 MiB (`memoryCost` is in KiB) and two passes. It runs on libuv's threads, off the event loop. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => hash(password, COST);
export const passwordFits = (password: string, passwordHash: string) => verify(passwordHash, password);

let nobody: Promise<string> | undefined;
/** Takes as long as a real check, so that the time of an answer does not tell whether an address has an account. */
export async function pretendToCheck(password: string): Promise<false> {
  nobody ??= hashPassword('nobody has this password');
  await passwordFits(password, await nobody);
  return false;
}
