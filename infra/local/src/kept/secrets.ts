import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { madeUpPassword, SERVICES, type KeyName, type Ring } from '@shop/ops';
import { z } from 'zod';
import type { LocalConfig } from '../config';
import { readKept, replaceKept } from './kept-file';

const Secrets = z.object({
  INTERNAL_JWT_PRIVATE_KEY: z.string(),
  INTERNAL_JWT_PUBLIC_KEYS: z.string(),
  CARD_KEY: z.string(),
  FACTOR_KEY: z.string(),
  DOWNLOAD_KEY: z.string(),
  CERTIFICATE_KEY: z.string(),
  DELIVERY_KEY: z.string(),
  ADMIN_PASSWORD: z.string(),
  /** One token for each service's operator port. */
  OPS_TOKENS: z.record(z.enum(SERVICES), z.string()),
  /** The password of the demo accounts; set once others could reach the shop. */
  DEMO_PASSWORD: z.string().optional(),
});
type Secrets = z.output<typeof Secrets>;

type Where = Pick<LocalConfig, 'DATA_DIR' | 'DATABASE_URL'>;

const RUNBOOK = 'docs/runbooks/restore.md';
const fileIn = (dataDir: string) => join(dataDir, 'secrets.json');

export const hasSecrets = (dataDir: string) => existsSync(fileIn(dataDir));

/**
 * The secrets of this machine, in a file that only its owner can read. A missing secret is made, but not beside embedded databases:
 * they need the keys that they were written with.
 * @throws Error that says what to do when the file cannot be read, or is missing beside embedded databases
 */
export async function loadSecrets({ DATA_DIR: dataDir, DATABASE_URL }: Where): Promise<Secrets> {
  const path = fileIn(dataDir);
  const text = await readKept(path);
  if (text === undefined && !DATABASE_URL && existsSync(join(dataDir, 'postgres', 'password')))
    throw new Error(`${path} is not there. Put it back: ${RUNBOOK}`);
  const storedSecrets = secretsIn(path, text ?? '{}');
  const parseResult = Secrets.safeParse(storedSecrets);
  if (parseResult.success) return parseResult.data;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const secrets: Secrets = {
    INTERNAL_JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    INTERNAL_JWT_PUBLIC_KEYS: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    CARD_KEY: randomBytes(32).toString('base64'),
    FACTOR_KEY: randomBytes(32).toString('base64'),
    DOWNLOAD_KEY: randomBytes(32).toString('base64'),
    CERTIFICATE_KEY: randomBytes(32).toString('base64'),
    DELIVERY_KEY: randomBytes(32).toString('base64'),
    ADMIN_PASSWORD: madeUpPassword(),
    OPS_TOKENS: Object.fromEntries(SERVICES.map((name) => [name, randomBytes(24).toString('hex')])) as Secrets['OPS_TOKENS'],
    ...storedSecrets,
  };
  await mkdir(dataDir, { recursive: true });
  await write(dataDir, secrets);
  return secrets;
}

/** The errors of JSON and schema repeat parts of a wrong text, so they are not shown. */
function secretsIn(path: string, text: string): Partial<Secrets> {
  try {
    return Secrets.partial().parse(JSON.parse(text));
  } catch {
    throw new Error(`${path} holds no secrets of a shop. Put them back: ${RUNBOOK}`);
  }
}

/**
 * The made-up password of the demo accounts; undefined while only this machine has reached the shop. It is made when others can
 * first reach the shop, and kept from then on.
 */
export async function demoPassword(where: Where, onlyHere: boolean): Promise<string | undefined> {
  const secrets = await loadSecrets(where);
  if (secrets.DEMO_PASSWORD !== undefined || onlyHere) return secrets.DEMO_PASSWORD;
  const newSecrets = { ...secrets, DEMO_PASSWORD: madeUpPassword() };
  await write(where.DATA_DIR, newSecrets);
  return newSecrets.DEMO_PASSWORD;
}

/** Replaces the ring of a key, or of each token. The shop reads it at its next start. */
export async function changeKeys(where: Where, name: KeyName, change: (ring: Ring) => Ring): Promise<void> {
  const secrets = await loadSecrets(where);
  await write(where.DATA_DIR, { ...secrets, ...ringChanges(secrets, name, change) });
}

function ringChanges(secrets: Secrets, name: KeyName, change: (ring: Ring) => Ring): Partial<Secrets> {
  if (name === 'OPS_TOKEN')
    return {
      OPS_TOKENS: Object.fromEntries(
        SERVICES.map((service) => [service, change(secrets.OPS_TOKENS[service].split('\n')).join('\n')]),
      ) as Secrets['OPS_TOKENS'],
    };
  if (name !== 'INTERNAL_JWT') return { [name]: change(secrets[name].split('\n')).join('\n') };
  const pems = change(secrets.INTERNAL_JWT_PRIVATE_KEY.match(/-----BEGIN[\s\S]+?-----END[^\n]+/g) ?? []);
  const publicPem = (pem: string) => createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString();
  return { INTERNAL_JWT_PRIVATE_KEY: pems.join('\n'), INTERNAL_JWT_PUBLIC_KEYS: pems.map(publicPem).join('') };
}

const write = (dataDir: string, secrets: Secrets) => replaceKept(fileIn(dataDir), JSON.stringify(secrets, null, 2));
