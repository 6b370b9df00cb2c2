import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';

/** Argon2id, the library's default, with 19 MiB (`memoryCost` is in KiB) and two passes. It runs on libuv's threads. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** At most half of the cores and half of libuv's four threads: a storm of logins leaves the rest to other work. */
const AT_ONCE = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)));
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The argon2id hash of a password, in Unicode form NFC. Only a few hashes are made or checked at once; others wait. */
export const hashPassword = (password: string) => inTurn(() => hash(password.normalize('NFC'), COST));

/** Earlier releases made hashes of a password as it was typed: é as one character or as two. */
const formsOf = (password: string) => [...new Set([password.normalize('NFC'), password, password.normalize('NFD')])];

/** Whether a hash is that of a password, whatever Unicode form either has. Waits like `hashPassword`. */
export async function passwordFits(password: string, passwordHash: string): Promise<boolean> {
  for (const form of formsOf(password)) if (await inTurn(() => verify(passwordHash, form))) return true;
  return false;
}

/** The hash that replaces one which fits the password but was made from another Unicode form; null when it was made from NFC. */
export async function hashMadeAnew(password: string, passwordHash: string): Promise<string | null> {
  const [nfc = '', ...others] = formsOf(password);
  if (others.length === 0 || (await inTurn(() => verify(passwordHash, nfc)))) return null;
  return hashPassword(nfc);
}

let nobody: Promise<string> | undefined;
/** Takes as long as a real check, so that the time of an answer does not show whether an address has an account. */
export async function pretendToCheck(password: string): Promise<false> {
  nobody ??= hashPassword('nobody has this password');
  await passwordFits(password, await nobody);
  return false;
}
