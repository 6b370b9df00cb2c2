import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { testFactors } from './identity-app';

const encoded = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Encodes a value as CBOR, as far as passkeys need it. */
function cbor(value: unknown): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

type Ways = { origin?: string; verified?: boolean; counter?: number };

/** An authenticator of a browser: makes one passkey and signs with it. `origin` is the page that asks. */
export function aVirtualPasskey(rpId = testFactors.party.id) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let uses = 0;

  const clientData = (type: string, challenge: string, origin = testFactors.party.origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (counter: number, verified: boolean, more?: Buffer) => {
    const flags = 0x01 | (verified ? 0x04 : 0) | (more ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more ?? Buffer.alloc(0)]);
  };
  const answer = (response: object) => ({
    id: encoded(id),
    rawId: encoded(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    register(options: { challenge: string }, { origin, verified = true }: Ways = {}) {
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(0, verified, attested)],
      ]);
      return answer({
        clientDataJSON: encoded(clientData('webauthn.create', options.challenge, origin)),
        attestationObject: encoded(cbor(attestation)),
        transports: ['internal'],
      });
    },
    use(options: { challenge: string }, { origin, verified = true, counter = (uses += 1) }: Ways = {}) {
      const data = clientData('webauthn.get', options.challenge, origin);
      const authData = authenticatorData(counter, verified);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return answer({ clientDataJSON: encoded(data), authenticatorData: encoded(authData), signature: encoded(signature) });
    },
  };
}

function coseOf(publicKey: KeyObject): Buffer {
  const { x, y } = publicKey.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]),
  );
}
