import { sign, verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { missing } from '../requests/problems';

const signedText = (transmissionId: string, time: string, webhookId: string, rawBody: string) =>
  `${transmissionId}|${time}|${webhookId}|${crc32(rawBody)}`;

/** PayPal's signature of a webhook: RSA-SHA256 over id, time, webhook id and the checksum of the raw body. */
export const signWebhook = (privateKey: string, transmissionId: string, time: string, webhookId: string, rawBody: string) =>
  sign('sha256', Buffer.from(signedText(transmissionId, time, webhookId, rawBody)), privateKey).toString('base64');

const FIELDS = ['auth_algo', 'cert_url', 'transmission_id', 'transmission_sig', 'transmission_time', 'webhook_id'] as const;

/** `POST /v1/notifications/verify-webhook-signature`. @throws PaypalProblem 400 when one of the seven fields is missing. */
export function isGenuine(publicKey: string, webhookId: string, body: unknown): boolean {
  const fields = (body ?? {}) as Record<string, unknown>;
  for (const field of FIELDS) if (typeof fields[field] !== 'string') throw missing(`/${field}`);
  if (typeof fields.webhook_event !== 'object' || fields.webhook_event === null) throw missing('/webhook_event');

  const text = (field: (typeof FIELDS)[number]) => fields[field] as string;
  if (text('auth_algo') !== 'SHA256withRSA' || text('webhook_id') !== webhookId) return false;
  const message = signedText(text('transmission_id'), text('transmission_time'), webhookId, JSON.stringify(fields.webhook_event));
  return verify('sha256', Buffer.from(message), publicKey, Buffer.from(text('transmission_sig'), 'base64'));
}
