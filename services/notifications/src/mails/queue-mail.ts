import type { ContractFacts } from '@shop/documents';
import { concernsOf } from '@shop/contracts/events';
import { currentRequest, currentTraceparent } from '@shop/http';
import { jsonb, type Tx } from '@shop/messaging';
import type { Block } from './blocks';

export type NewMail = {
  kind: string;
  /** What it is about, so that the same thing is never mailed twice: an order's number, an event's own key. */
  about: string;
  recipient: string;
  subject: string;
  blocks: Block[];
  /** A PDF for each, made when the mail goes out. */
  contracts?: { filename: string; facts: ContractFacts }[];
  headers?: Record<string, string>;
  /** Who an answer goes to, when it is not the shop. */
  replyTo?: string;
  /** It carries a code or token: what it says is blanked once it is sent. */
  secret?: boolean;
  /** It goes to an address that somebody typed, and is deleted with it; held until that address is confirmed. */
  contact?: { id: number; held: boolean };
};

/**
 * Puts a mail into the delivery table, in the transaction of the reaction; one about the same thing is not doubled. To whom was erased
 * meanwhile, and has no address any more, nothing is sent. It concerns what the event concerns that caused it.
 */
export async function queueMail({ db, cause }: Tx, mail: NewMail): Promise<void> {
  if (mail.recipient === '') return;
  await db.query(
    `INSERT INTO mails (kind, about, recipient, subject, blocks, contracts, headers, reply_to, secret, contact_id, state, concerns,
                        request_id, traceparent)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     ON CONFLICT (kind, about, recipient) DO NOTHING`,
    [
      mail.kind,
      mail.about,
      mail.recipient,
      oneLine(mail.subject),
      jsonb(mail.blocks),
      jsonb(mail.contracts ?? []),
      jsonb(mail.headers ?? {}),
      mail.replyTo ?? null,
      mail.secret ?? false,
      mail.contact?.id ?? null,
      mail.contact?.held ? 'held' : 'waiting',
      jsonb(cause ? concernsOf(cause) : {}),
      currentRequest.getStore()?.requestId ?? null,
      currentTraceparent() ?? null,
    ],
  );
}

const oneLine = (subject: string) => subject.replace(/\s+/g, ' ').trim().slice(0, 200);
