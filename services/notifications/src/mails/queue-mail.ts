import type { ContractFacts } from '@shop/documents';
import { concernsOf, type Concerns } from '@shop/contracts/events';
import { currentRequest, currentTraceparent } from '@shop/http';
import { jsonb, type Tx } from '@shop/messaging';
import { soon } from '@shop/postgres';
import type { EntityManager } from 'typeorm';
import type { Block } from './blocks';

export type NewMail = {
  kind: string;
  /**
   * The key that makes a mail unique by kind and recipient: an order's number or an event's own key; without it, the event that
   * caused it. It stays when the mail is blanked, so it holds no secret.
   */
  about?: string;
  recipient: string;
  subject: string;
  blocks: Block[];
  /** The contracts to attach; each PDF is made when the mail goes out. */
  contracts?: { orderId: number; productId: number; filename: string; facts: ContractFacts }[];
  headers?: Record<string, string>;
  /** The address that answers go to; without it they go to the shop. */
  replyTo?: string;
  /** The mail holds a code or token, so its words are blanked once it is sent. */
  secret?: boolean;
  /** When its code, link or hold ends; from then on the mail is not sent. */
  expiresAt?: string;
  /** The subjects of a mail that no event causes. */
  concerns?: Concerns;
  /** An address that somebody typed: the mail is deleted with it, and `held` until it is confirmed. */
  contact?: { id: number; held: boolean };
};

/**
 * Queues a mail in the transaction of the reaction, once for each kind, `about` and recipient. An empty recipient was erased
 * meanwhile and gets nothing. The mail concerns the subjects of its event. The statement is sent with the next one.
 */
export async function queueMail({ db, cause }: Tx, mail: NewMail): Promise<void> {
  if (mail.recipient === '') return;
  await db.query(
    `INSERT INTO mails (kind, about, recipient, subject, blocks, contracts, headers, reply_to, secret, expires_at, contact_id, state, concerns,
                        request_id, traceparent)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     ON CONFLICT (kind, about, recipient) DO NOTHING`,
    soon([
      mail.kind,
      mail.about ?? cause?.id,
      mail.recipient,
      oneLine(mail.subject),
      jsonb(mail.blocks),
      jsonb(mail.contracts ?? []),
      jsonb(mail.headers ?? {}),
      mail.replyTo ?? null,
      mail.secret ?? false,
      mail.expiresAt ?? null,
      mail.contact?.id ?? null,
      mail.contact?.held ? 'held' : 'waiting',
      jsonb(mail.concerns ?? (cause ? concernsOf(cause) : {})),
      currentRequest.getStore()?.requestId ?? null,
      currentTraceparent() ?? null,
    ]),
  );
}

/**
 * Waits until the mails that other transactions have queued are visible. It frees the table at once, because the delivery needs it.
 * Callers wait for each other first: a lock request that waits for another eraser would block all mails.
 */
export async function waitForOthersToQueue(db: EntityManager): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('erasure'))`);
  await db.query('SAVEPOINT waited');
  await db.query('LOCK TABLE mails IN SHARE MODE');
  await db.query('ROLLBACK TO SAVEPOINT waited');
}

const oneLine = (subject: string) => subject.replace(/\s+/g, ' ').trim().slice(0, 200);
