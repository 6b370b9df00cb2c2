import { renderContract, type ContractFacts } from '@shop/documents';
import type { Log } from '@shop/runtime';
import type { DataSource } from 'typeorm';
import type { Block } from './blocks';
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
/** Hands a mail to SMTP. @throws when the server does not take it. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

type Row = {
  id: string;
  recipient: string;
  subject: string;
  blocks: Block[];
  contracts: { filename: string; facts: ContractFacts }[];
  headers: Record<string, string>;
  reply_to: string | null;
  attempts: number;
};

/** Seconds before the next try; the last pause repeats until three days are over (72 tries an hour apart). */
const PAUSES = [5, 30, 120, 600, 3600];
const MOST_ATTEMPTS = 4 + 72;
/** How long one sender keeps a mail for itself before another may take it over. */
const LEASE = '2 minutes';

/**
 * Sends what is due, a few at a time. A mail is marked sent only after the server took it; a kill between the two sends it
 * again under the same Message-ID, for SMTP knows nothing better. → how many were sent.
 */
export async function deliverMails(source: DataSource, send: SendMail, site: Site, log: Log): Promise<number> {
  const due = await source.query<Row[]>(
    `WITH due AS (
       SELECT id FROM mails WHERE state IN ('waiting', 'sending') AND next_try_at <= now() ORDER BY next_try_at LIMIT 10 FOR UPDATE SKIP LOCKED
     ), taken AS (
       UPDATE mails SET state = 'sending', attempts = attempts + 1, next_try_at = now() + interval '${LEASE}' FROM due WHERE mails.id = due.id
       RETURNING mails.*
     ) SELECT id, recipient, subject, blocks, contracts, headers, reply_to, attempts FROM taken ORDER BY created_at`,
  );
  const results = await Promise.all(due.map((row) => deliver(source, send, site, log, row)));
  return results.filter(Boolean).length;
}

async function deliver(source: DataSource, send: SendMail, site: Site, log: Log, row: Row): Promise<boolean> {
  try {
    await send(await outgoing(row, site));
  } catch (error) {
    const pause = PAUSES[Math.min(row.attempts, PAUSES.length) - 1]!;
    const failed = row.attempts >= MOST_ATTEMPTS;
    log[failed ? 'error' : 'warn'](
      { err: error, mailId: row.id, attempts: row.attempts },
      failed ? 'a mail is given up' : 'a mail waits for its next try',
    );
    await source.query(
      `UPDATE mails SET state = $2, next_try_at = now() + make_interval(secs => $3), reason = $4, ${blankedIf("$2 = 'failed' AND secret")} WHERE id = $1 AND state = 'sending' AND attempts = $5`,
      [
        row.id,
        failed ? 'failed' : 'waiting',
        pause,
        error instanceof Error ? error.message.slice(0, 500) : 'unknown',
        row.attempts,
      ],
    );
    return false;
  }
  await source.query(`UPDATE mails SET state = 'sent', sent_at = now(), reason = NULL, ${blankedIf('secret')} WHERE id = $1`, [
    row.id,
  ]);
  return true;
}

const BLANK = { subject: "''", blocks: "'[]'", contracts: "'[]'", reply_to: 'NULL' };

/** Blanks mails with a code, token or link, and the facts of attachments: nothing needs them once a mail is sent. */
const blankedIf = (condition: string) =>
  Object.entries(BLANK)
    .map(([column, blank]) => `${column} = CASE WHEN ${condition} THEN ${blank} ELSE ${column} END`)
    .join(', ');

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

/** Mails are kept for 30 days after they were sent, or given up. */
export const pruneMails = (source: DataSource) =>
  source.query(
    `DELETE FROM mails WHERE state IN ('sent', 'failed') AND coalesce(sent_at, next_try_at) < now() - interval '30 days'`,
  );
