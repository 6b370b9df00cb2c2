import { hash, verify, type Options } from '@node-rs/argon2';

/** argon2id (the library's default), 19 MiB, two passes: it runs off the event loop, on at most as many threads as libuv has. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => hash(password, COST);
export const passwordFits = (password: string, passwordHash: string) => verify(passwordHash, password);

let nobody: Promise<string> | undefined;
/** Takes as long as a real check, so that an unknown address cannot be told by the clock. */
export async function pretendToCheck(password: string): Promise<false> {
  nobody ??= hashPassword('nobody has this password');
  await passwordFits(password, await nobody);
  return false;
}
