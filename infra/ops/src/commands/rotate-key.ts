import { keyId } from '@shop/shared';
import { z } from 'zod';
import { afterStep, KEYS, STEPS, type Key, type KeyName, type Step } from '../keys/keys';
import { operate, type Doors, type Service } from '../services';
import type { Invocation } from './command';
import { readArgs } from './read-args';

const NAMES = Object.keys(KEYS) as KeyName[];
const RotateKey = z.strictObject({
  key: z.enum(NAMES, `must be one of ${NAMES.join(', ')}`),
  step: z.enum(STEPS, `must be one of ${STEPS.join(', ')}`),
});

/**
 * Makes one step of changing a key while the shop runs (docs/runbooks/key-rotation.md). It changes the secrets in a folder that the
 * command line may write; otherwise it says what to set.
 */
export async function rotateKey({ reach, args, say }: Invocation): Promise<number> {
  const { key: name, step } = readArgs(RotateKey, args);
  const key: Key = KEYS[name];
  let condition: string | undefined;
  if (step === 'reseal') condition = await reseal(reach, name, key, say);
  else if (!reach.changeKeys) instructions(name, key, step).forEach(say);
  else {
    if (step === 'retire') await refuseWhileNeeded(reach, name, key);
    await reach.changeKeys(name, (ring) => afterStep(ring, step, key.make));
    say(doneText(name, step));
  }
  if (step === 'retire') say(key.ends);
  say(condition ?? next(name, key, step, reach.changeKeys !== undefined));
  return 0;
}

/**
 * The replica that encrypts tells its first key, because replicas may differ until they are restarted.
 * @returns the condition for removing the old key, when the secrets are out of reach: a service that has not been restarted since
 * `promote` encrypts with the old key
 * @throws Error in a sentence when the service has one key alone, or does not tell its key
 */
async function reseal(
  reach: Invocation['reach'],
  name: KeyName,
  { seals }: Key,
  say: Invocation['say'],
): Promise<string | undefined> {
  if (!seals) return void say(`Nothing is stored under ${name}: there is nothing to encrypt again.`);
  const doors = await reach.doors();
  if ((await keysOf(name, doors, seals)).length < 2)
    throw new Error(`${seals} has one ${name} alone: --step add and --step promote come first, each with its restart.`);
  const { resealed, key } = await operate<{ resealed: number; key?: string }>(doors, seals, 'reseal', {});
  if (key === undefined)
    throw new Error(
      `${seals} is of an older release, which does not say with which key it has encrypted: upgrade it, then --step reseal again.`,
    );
  say(
    `${seals} has encrypted ${resealed} texts again, with its first key ${key}; everything that it keeps is under that key now.`,
  );
  if (reach.changeKeys) return undefined;
  return `If ${key} is the first key of the secret now (docs/runbooks/key-rotation.md#which-key-is-the-first), --step retire is next. If not, ${seals} has not read promote yet: restart it, then --step reseal again.`;
}

const keysOf = async (name: KeyName, doors: Doors, service: Service) =>
  (await operate<Record<string, string[]>>(doors, service, 'keys', {}))[name] ?? [];

/** @throws Error while the service encrypts with the old key, or has texts under it */
async function refuseWhileNeeded(reach: Invocation['reach'], name: KeyName, { seals }: Key) {
  if (!seals || !reach.changeKeys) return;
  const doors = await reach.doors();
  let first = '';
  await reach.changeKeys(name, (ring) => {
    first = keyId(Buffer.from(ring[0] ?? '', 'base64'));
    return ring;
  });
  const [usedKey] = await keysOf(name, doors, seals);
  if (usedKey !== first)
    throw new Error(`${seals} does not encrypt with the new key yet: --step promote, then restart the shop, then --step reseal.`);
  const { resealed } = await operate<{ resealed: number }>(doors, seals, 'reseal', {});
  if (resealed > 0) throw new Error(`${resealed} texts were still under the old key. They are not any more: try again.`);
}

const DONE = {
  add: (name: KeyName) => `A new ${name} stands behind the old one.`,
  promote: (name: KeyName) => `The new ${name} is the first one; the old one is still taken.`,
  retire: (name: KeyName) => `The old ${name} is gone.`,
};
const doneText = (name: KeyName, step: keyof typeof DONE) => DONE[step](name);

const AFTER: Record<Step, Step | null> = { add: 'promote', promote: 'reseal', reseal: 'retire', retire: null };

function next(name: KeyName, { readers, seals }: Key, step: Step, isEmbedded: boolean): string {
  const restart =
    step === 'reseal'
      ? ''
      : isEmbedded
        ? step === 'add' && name !== 'OPS_TOKEN'
          ? 'This shop is one process, so promote may follow at once. '
          : 'Then restart the shop. '
        : `Then restart ${inOrder(readers, step)}, one replica after the other. `;
  const following = AFTER[step] === 'reseal' && !seals ? 'retire' : AFTER[step];
  return following ? `${restart}Next: rotate-key --key ${name} --step ${following}` : `${restart}That is all.`;
}

/** The gateway signs and the services verify: verifiers get a new key first and lose it last. */
const inOrder = (readers: readonly string[], step: Step) =>
  readers.includes('gateway')
    ? { add: 'the five services', promote: 'the gateway', reseal: '', retire: 'the five services' }[step]
    : readers.join(', ');

/** The script's folder for a cluster by `small`. The next `kubectl apply` overwrites a Secret that was changed elsewhere. */
const SMALL = 'infra/k8s/overlays/small/secrets';

function instructions(name: KeyName, { files, make }: Key, step: Exclude<Step, 'reseal'>): string[] {
  const pem = name === 'INTERNAL_JWT';
  const by = {
    add: `Put a new ${pem ? 'key (PEM, ES256)' : 'line'} behind the one that is there${pem ? ', and its public key into internal-jwt-public-keys' : ''}: ${howTo(make().length, pem)}`,
    promote: `Exchange the two ${pem ? 'keys' : 'lines'}: the new one comes first.`,
    retire: `Take the second ${pem ? 'key' : 'line'} away${pem ? ', and its public key from internal-jwt-public-keys' : ''}.`,
  };
  return [
    ...files.map((file) => `compose: docker compose run --rm secrets node /make-secrets.mjs /run/shop ${step} ${file}`),
    ...files.map(
      (file) => `small: node infra/docker/make-secrets.mjs ${SMALL}/files ${step} ${file} && kubectl apply -k ${SMALL}`,
    ),
    `elsewhere, in the ${files.length > 1 ? 'secrets' : 'secret'} ${files.join(', ')}: ${by[step]}`,
  ];
}

const howTo = (length: number, pem: boolean) =>
  pem
    ? 'openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt'
    : length === 44
      ? 'openssl rand -base64 32'
      : 'openssl rand -hex 24';
