import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Secrets = z.object({
  INTERNAL_JWT_PRIVATE_KEY: z.string(),
  INTERNAL_JWT_PUBLIC_KEYS: z.string(),
  CARD_KEY: z.string(),
  DOWNLOAD_KEY: z.string(),
  ADMIN_PASSWORD: z.string(),
});
export type Secrets = z.output<typeof Secrets>;

/** The secrets of this machine: made at the first start, kept in a file that only its owner can read. */
export async function keepSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  const kept = await readFile(path, 'utf8').catch(() => null);
  if (kept) return Secrets.parse(JSON.parse(kept));
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const secrets: Secrets = {
    INTERNAL_JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    INTERNAL_JWT_PUBLIC_KEYS: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    CARD_KEY: randomBytes(32).toString('base64'),
    DOWNLOAD_KEY: randomBytes(32).toString('base64'),
    ADMIN_PASSWORD: `${randomBytes(9).toString('base64url')}-Aa1!`,
  };
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${path}.part`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  await rename(`${path}.part`, path);
  return secrets;
}
