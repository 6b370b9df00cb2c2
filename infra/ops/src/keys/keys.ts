import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { SERVICES, type Service } from '../services';

export type Key = {
  /** Its files in an installation by compose or Kubernetes. */
  files: readonly string[];
  /** The parts that read it when they start. */
  readers: readonly string[];
  make: () => string;
  /** The service that stores texts encrypted with it. */
  seals?: Service;
  /** Tells the operator what stops working when they remove the old key. */
  ends: string;
};

const bytes = () => randomBytes(32).toString('base64');
const signingKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim();

/** The shop accepts the old and the new key while one of these is changed (docs/runbooks/key-rotation.md). */
export const KEYS = {
  CARD_KEY: {
    files: ['card-key'],
    readers: ['sellers'],
    make: bytes,
    seals: 'sellers',
    ends: 'The old key opens no card number any more, except in backups from before.',
  },
  FACTOR_KEY: {
    files: ['factor-key'],
    readers: ['identity'],
    make: bytes,
    seals: 'identity',
    ends: 'The old key opens no second factor any more, except in backups from before.',
  },
  DOWNLOAD_KEY: {
    files: ['download-key'],
    readers: ['orders'],
    make: bytes,
    ends: 'Download links that the old key signed have ended, in mails too; My Orders shows new ones.',
  },
  CERTIFICATE_KEY: {
    files: ['certificate-key'],
    readers: ['orders'],
    make: bytes,
    ends: 'Certificates and heads of the sales log are signed by the new key alone; the old public key stays published.',
  },
  DELIVERY_KEY: {
    files: ['delivery-key'],
    readers: ['catalog', 'orders'],
    make: bytes,
    ends: 'Addresses of packages that the old key signed have ended; the links in orders lead to new ones.',
  },
  INTERNAL_JWT: {
    files: ['internal-jwt-private-key'],
    readers: [...SERVICES, 'gateway'],
    make: signingKey,
    ends: 'What the old key signs is refused.',
  },
  OPS_TOKEN: {
    files: SERVICES.map((name) => `ops-token-${name}`),
    readers: SERVICES,
    make: () => randomBytes(24).toString('hex'),
    ends: 'The old tokens open no operator port any more.',
  },
} satisfies Record<string, Key>;
export type KeyName = keyof typeof KEYS;

export const STEPS = ['add', 'promote', 'reseal', 'retire'] as const;
export type Step = (typeof STEPS)[number];

/** The keys of one purpose in their order: the first signs and encrypts, the others only verify and decrypt. */
export type Ring = readonly string[];

const ringAfter: Record<Exclude<Step, 'reseal'>, (ring: Ring, make: () => string) => Ring> = {
  add(ring, make) {
    if (ring.length > 1) throw new Error('There are two keys already: end that change first, with promote, reseal and retire.');
    return [...ring, make()];
  },
  promote: (ring) => [secondOf(ring), ...ring.slice(0, 1)],
  retire: (ring) => (secondOf(ring), ring.slice(0, 1)),
};

/** The ring after a step. @throws Error in a sentence when the step cannot be next */
export const afterStep = (ring: Ring, step: Exclude<Step, 'reseal'>, make: () => string): Ring => ringAfter[step](ring, make);

function secondOf([, second]: Ring): string {
  if (second === undefined) throw new Error('There is one key alone: begin with --step add.');
  return second;
}
