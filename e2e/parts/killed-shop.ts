import { existsSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { SHOP } from '../addresses';
import { dataDirOf } from '../shop-environment';

/**
 * Kills the shop of this worker, as a machine does that loses power, and waits until it answers again.
 * @returns false where somebody else has started the shop, which then stays as it is
 */
export async function killShop(): Promise<boolean> {
  const file = `${dataDirOf(process.env.E2E_DATA_DIR!, Number(process.env.TEST_PARALLEL_INDEX ?? 0))}.pid`;
  if (!existsSync(file)) return false;
  const before = readFileSync(file, 'utf8');
  process.kill(Number(before), 'SIGKILL');
  const isBack = async () => {
    const answers = (await fetch(`${SHOP}/api/config`).catch(() => null))?.ok ?? false;
    return answers && readFileSync(file, 'utf8') !== before;
  };
  await expect.poll(isBack, { timeout: 180_000 }).toBe(true);
  return true;
}
