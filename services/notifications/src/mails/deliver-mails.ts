import { ContractsDrawn, MailRefused, MailSent, type Concerns } from '@shop/contracts/events';
import { hashOfContract, renderContract, type ContractFacts } from '@shop/documents';
import { runAs, within, type Tracer } from '@shop/http';
import { GiveUp, inOpenTx, tryDueTogether, type DueWork, type TriedRow, type Tx } from '@shop/messaging';
import { queryLong } from '@shop/postgres';
import type { Log } from '@shop/runtime';
import type { DataSource } from 'typeorm';
import type { Block } from './blocks';
import { isOfRecipient, RefusedForGood } from './refusal';
import { renderMail, type Site } from './render';

export type OutgoingMail = {
  messageId: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
  replyTo: string | null;
  attachments: { filename: string; content: Buffer; contentType: string }[];
};
/** Hands a mail to SMTP. @throws when the server does not take it: GiveUp when it never will */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

type Row = {
  id: string;
  kind: string;
  concerns: Concerns;
  recipient: string;
  subject: string;
  blocks: Block[];
  /** Mails of an earlier version of the shop have no order and track. */
  contracts: { orderId?: number; productId?: number; filename: string; facts: ContractFacts }[];
  headers: Record<string, string>;
  reply_to: string | null;
  attempts: number;
  expires_at: Date | null;
  /** Why the last try failed. */
  reason: string | null;
  /** Whether it failed because of the recipient. */
  refused_recipient: boolean;
  request_id: string | null;
  traceparent: string | null;
};

const BLANK = { subject: "''", blocks: "'[]'", contracts: "'[]'", headers: "'{}'", reply_to: 'NULL' };

/** Blanks mails with a code, token or link, and the facts of attachments: nothing needs them once a mail is sent. */
const blankedIf = (condition: string) =>
  Object.entries(BLANK)
    .map(([column, blank]) => `${column} = CASE WHEN ${condition} THEN ${blank} ELSE ${column} END`)
    .join(', ');

const HOUR = 3600;
/** Pauses in seconds. The short ones try a code eight times in its ten minutes; 72 pauses of an hour are three days. */
const SHORT = [5, 30, 60, 60, 120, 120, 120, 120, 600];

const WAITING: DueWork<Row> = {
  table: 'mails',
  key: ['id'],
  pauses: [...SHORT, HOUR],
  most: SHORT.length + 72,
  done: `state = 'sent', attempts = attempts + 1, sent_at = now(), refused_recipient = false, ${blankedIf('secret')}`,
  givenUp: `state = 'failed', ${blankedIf('secret')}`,
  failed: (error) => `refused_recipient = ${isOfRecipient(error)}`,
};

/** As many as SMTP has connections (smtp.ts). They share a connection of the database and are marked together. */
const AT_ONCE = 3;
/** A turn begins no more mails after this time, so that a stopping process does not wait for a long queue. */
const TURN_MS = 1000;

/**
 * Sends the mails that are due, a few at a time. A mail is marked as sent once the server has taken it. A process killed in
 * between sends it again under the same Message-ID, because SMTP has no better way.
 * @returns how many were sent
 */
export async function deliverMails(source: DataSource, send: SendMail, site: Site, log: Log, tracer?: Tracer): Promise<number> {
  const until = performance.now() + TURN_MS;
  for (let sentCount = 0; ;) {
    const mails = await deliverSome(source, send, site, log, tracer);
    sentCount += mails.filter(({ outcome }) => outcome === 'done').length;
    if (mails.length < AT_ONCE || performance.now() >= until) return sentCount;
  }
}

/** Less than the database's limit for an idle transaction (60 s, packages/runtime/src/database/database.ts). */
const SEND_WITHIN_MS = 45_000;

async function deliverSome(source: DataSource, send: SendMail, site: Site, log: Log, tracer?: Tracer) {
  const tries = await tryDueTogether(
    source,
    WAITING,
    AT_ONCE,
    (row) => inItsTrace(row, tracer, () => inTime(sendWhileOfUse(row, site, send))),
    (mails, db) =>
      inOpenTx(db, async (tx) => {
        for (const mail of mails) await inItsTrace(mail.row, tracer, () => announceTry(tx, mail));
      }),
  );
  for (const mail of tries)
    if (mail.outcome !== 'done')
      log[mail.outcome === 'waiting' ? 'warn' : 'error'](
        { err: mail.error, mailId: mail.row.id, attempts: mail.attempts },
        mail.outcome === 'waiting' ? 'a mail waits for its next try' : 'a mail is given up',
      );
  return tries;
}

async function announceTry({ emit }: Tx, mail: TriedRow<Row>): Promise<void> {
  const { id, kind, concerns, attempts: before } = mail.row;
  const facts = { mailId: id, kind, concerns };
  if (mail.outcome === 'done') return emit(MailSent({ ...facts, attempts: before + 1 }), ...(await contractsDrawn(mail.row)));
  const { attempts } = mail;
  const givenUp = mail.outcome === 'given up';
  if (attempts === 1 || givenUp) await emit(MailRefused({ ...facts, attempts, givenUp }));
}

/** Announces the contracts that went with a mail. They were just drawn for it, so their hashes are known. */
async function contractsDrawn({ contracts }: Row) {
  const drawnContracts = contracts.flatMap(({ orderId, productId, facts }) =>
    orderId === undefined || productId === undefined ? [] : [{ orderId, productId, facts }],
  );
  const [first] = drawnContracts;
  if (!first) return [];
  const hashes = drawnContracts.map(async ({ productId, facts }) => ({ productId, hash: await hashOfContract(facts) }));
  return [ContractsDrawn({ orderId: first.orderId, contracts: await Promise.all(hashes) })];
}

/** Runs work under the request and the trace that asked for the mail. */
function inItsTrace(
  { id, kind, request_id: requestId, traceparent }: Row,
  tracer: Tracer | undefined,
  work: () => Promise<void>,
) {
  const span = traceparent === null ? undefined : tracer?.(`mail ${kind}`, 'client', traceparent);
  return runAs({ requestId: requestId ?? id, span }, work, { 'mail.id': id });
}

const inTime = (sending: Promise<void>) =>
  within(SEND_WITHIN_MS, sending, `The mail server took longer than ${SEND_WITHIN_MS / 1000} s`);

/** @throws GiveUp when the code, link or hold of the mail has ended; its reason stays the refused recipient, if that kept it waiting */
async function sendWhileOfUse(row: Row, site: Site, send: SendMail): Promise<void> {
  if (row.expires_at && row.expires_at.getTime() <= Date.now())
    throw row.refused_recipient && row.reason !== null
      ? new RefusedForGood(row.reason)
      : new GiveUp('Too late: its code, link or hold has ended');
  await send(await outgoing(row, site));
}

async function outgoing(row: Row, site: Site): Promise<OutgoingMail> {
  const attachments = await Promise.all(
    row.contracts.map(async ({ filename, facts }) => ({
      filename,
      content: await renderContract(facts),
      contentType: 'application/pdf',
    })),
  );
  const host = new URL(site.url).hostname;
  return {
    messageId: `<${row.id}@${host}>`,
    to: row.recipient,
    subject: row.subject,
    ...renderMail(row.subject, row.blocks, site),
    headers: row.headers,
    replyTo: row.reply_to,
    attachments,
  };
}

/** Deletes mails 30 days after they were sent or given up. */
export const pruneMails = (source: DataSource) =>
  queryLong(
    source,
    `DELETE FROM mails WHERE state IN ('sent', 'failed') AND coalesce(sent_at, next_try_at) < now() - interval '30 days'`,
  );
