import { z } from 'zod';
import { CERTIFICATE_STATES, CHANGE_REASONS } from '../constants';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A hash of a proof: 32 bytes in base64. */
const node = z.string();

/** Where a leaf stands in the sales log: its index, and the hashes from its neighbour up to the root of the head. */
const LeafView = z.strictObject({ index: z.int().nonnegative(), path: z.array(node) });

/** The text that a certificate's signature signs, read as JSON (docs/product/certificates.md#the-text). */
export const CertificateText = z
  .strictObject({
    buyer: sha256
      .nullable()
      .meta({ description: 'SHA-256 of salt and name of the buyer; null for sales whose buyer was forgotten' }),
    code: z.string(),
    contract: sha256
      .nullable()
      .meta({ description: 'SHA-256 of the contract; null when its buyer was forgotten before it was drawn' }),
    day: z.iso.date().meta({ description: "The day of the sale in the shop's time zone" }),
    files: z.array(z.strictObject({ path: z.string(), sha256 })).meta({ description: 'The delivered files that the shop holds' }),
    fingerprint: sha256.nullable(),
    master: sha256.nullable(),
    shop: z.string(),
    store: z.string(),
    title: z.string(),
    track: z.string().meta({ description: "The track's id" }),
    v: z.literal(1),
  })
  .meta({ id: 'CertificateText' });
export type CertificateText = z.output<typeof CertificateText>;

export const CertificateView = z
  .strictObject({
    jws: z
      .string()
      .meta({ description: 'Signs the text of `certificate` (compact JWS, Ed25519; keys at /.well-known/jwks.json)' }),
    certificate: z.string().meta({ description: 'JSON after RFC 8785, as it is signed: CertificateText' }),
    state: z.strictObject({
      state: z.enum(CERTIFICATE_STATES),
      day: z.iso.date(),
      reason: z.enum(CHANGE_REASONS).nullable(),
    }),
    log: z.strictObject({ ...LeafView.shape, checkpoint: z.string().meta({ description: 'The signed head of the log' }) }),
    buyer: z
      .strictObject({ name: z.string(), salt: z.string().meta({ description: 'Hex' }) })
      .nullable()
      .meta({ description: 'Only while the buyer shows their name' }),
  })
  .meta({ id: 'Certificate' });
export type CertificateView = z.output<typeof CertificateView>;

/** Proofs that the sale and each later change of its certificate are in the log, all in one head. */
export const LogProofView = z
  .strictObject({ ...LeafView.shape, checkpoint: z.string(), changes: z.array(LeafView) })
  .meta({ id: 'LogProof' });
export type LogProofView = z.output<typeof LogProofView>;

/** Public keys for checking certificates (RFC 7517), the newest first. */
export const JwksView = z
  .strictObject({
    keys: z.array(
      z.strictObject({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        kid: z.string(),
        use: z.literal('sig'),
        alg: z.literal('Ed25519'),
      }),
    ),
  })
  .meta({ id: 'Jwks' });
export type JwksView = z.output<typeof JwksView>;
