import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import { createFairQueue, currentPlace } from '@shop/http';

/** Argon2id, the library's default, with 19 MiB (`memoryCost` is in KiB) and two passes. It runs on libuv's threads. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** At most half of the cores and half of libuv's four threads: a storm of logins leaves the rest to other work. */
const AT_ONCE = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)));
/** Some three seconds of work. Together with those that run it is less than the gateway's connections to one replica. */
const MOST_WAITING = 96;

const checks = createFairQueue({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING });
const inTurn = <Result>(work: () => Promise<Result>) => checks(currentPlace(), work);

/**
 * The argon2id hash of a password, in Unicode form NFC. Only a few hashes are made or checked at once; others wait in a fair queue
 * (docs/product/sessions.md#waiting-for-a-check). @throws QueueFull; the refusal of a request whose sender has left
 */
export const hashPassword = (password: string) => inTurn(() => hash(password.normalize('NFC'), COST));

/** Earlier releases made hashes of a password as it was typed: é as one character or as two. */
const formsOf = (password: string) => [...new Set([password.normalize('NFC'), password, password.normalize('NFD')])];

/** Whether a hash is that of a password, whatever Unicode form either has. Waits like `hashPassword`. */
export async function passwordFits(password: string, passwordHash: string): Promise<boolean> {
  for (const form of formsOf(password)) if (await inTurn(() => verify(passwordHash, form))) return true;
  return false;
}

/** The hash that replaces one which fits the password but was made from another Unicode form; null when it was made from NFC. */
export async function rehashAsNfc(password: string, passwordHash: string): Promise<string | null> {
  const [nfc = '', ...otherForms] = formsOf(password);
  if (otherForms.length === 0 || (await inTurn(() => verify(passwordHash, nfc)))) return null;
  return hashPassword(nfc);
}

let nobodysHash: Promise<string> | undefined;
/** Takes as long as a real check, so that the time of an answer does not show whether an address has an account. */
export async function pretendToCheck(password: string): Promise<false> {
  // Outside of the queue: whoever asks first may leave, and the hash is everybody's.
  nobodysHash ??= hash('nobody has this password', COST);
  await passwordFits(password, await nobodysHash);
  return false;
}
