import type { ContractFacts } from '@shop/documents';
import { concernsOf, type Concerns } from '@shop/contracts/events';
import { currentRequest, currentTraceparent } from '@shop/http';
import { jsonb, soon, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import type { Block } from './blocks';

export type NewMail = {
  kind: string;
  /**
   * What it is about: an order's number, an event's own key; without it, the event that caused it. The same thing is mailed once to each
   * recipient. It stays when the mail is blanked, so it holds no secret.
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
  /** The mail holds a code or token, so what it says is blanked once it is sent. */
  secret?: boolean;
  /** When its code or link ends: from then on it is not sent any more. */
  expiresAt?: string;
  /** What the mail concerns, of one that no event causes. */
  concerns?: Concerns;
  /** An address that somebody typed: the mail is deleted with it, and `held` until it is confirmed. */
  contact?: { id: number; held: boolean };
};

/**
 * Puts a mail into the delivery table, in the transaction of the reaction. A mail of the same kind about the same thing is put there once
 * for each recipient. Nothing is sent to an empty recipient: that person was erased meanwhile. The timeline shows the mail with what it
 * concerns: that is what the event is about that caused it. The statement goes with the next one of the transaction.
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
 * Waits until the mails that other transactions have queued are there to be seen. The table is given back at once, because whoever is
 * sending a mail needs it next. Callers wait for each other before they ask for the table: one that asked while another one writes would
 * hold up everybody's mails.
 */
export async function waitForOthersToQueue(db: EntityManager): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('erasure'))`);
  await db.query('SAVEPOINT waited');
  await db.query('LOCK TABLE mails IN SHARE MODE');
  await db.query('ROLLBACK TO SAVEPOINT waited');
}

const oneLine = (subject: string) => subject.replace(/\s+/g, ' ').trim().slice(0, 200);
