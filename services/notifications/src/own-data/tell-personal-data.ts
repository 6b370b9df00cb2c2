import { personalDataGathered, type DataOf, type PersonalDataRequested } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import type { Block } from '../mails/blocks';
import { WRITTEN_BY, writtenBy } from '../messages/send-message';
import { ACCOUNT, OF_ACCOUNT } from './mails-of-account';

type DataRequest = DataOf<typeof PersonalDataRequested>;
type Mail = { kind: string; subject: string; created_at: Date; sent_at: Date | null; secret: boolean; blocks: Block[] };

/**
 * The mails to a user, the messages they wrote and their newsletter, for their file of own data. Mails to the operator are left
 * out, even if a user who works for the operator asks.
 */
export const ownDataReactions = (operator: string) => ({
  async tellPersonalDataWhenRequested({ db, emit }: Tx, request: DataRequest): Promise<void> {
    const personalData = {
      mails_to_you: (await mailsTo(db, request, operator)).map(({ kind, subject, created_at, sent_at, secret, blocks }) => ({
        kind,
        subject,
        created_at,
        sent_at,
        // A secret mail is blanked once it is sent, and its text is not given out before.
        text: secret ? null : plainText(blocks),
      })),
      messages_from_you: (await messagesOf(db, request.userId)).map(({ subject, created_at, blocks }) => ({
        subject,
        created_at,
        text: plainText(blocks),
      })),
      newsletter: await db.query<unknown[]>(
        `SELECT email, is_active, created_at, updated_at FROM subscribers WHERE lower(email) = ANY($1) ORDER BY id`,
        [request.addresses.filter(({ email, until }) => email !== '' && until === null).map(({ email }) => email.toLowerCase())],
      ),
      other_addresses: await db.query<unknown[]>(
        'SELECT email, asked_at, confirmed_at FROM contact_addresses WHERE user_id = $1 ORDER BY id',
        [request.userId],
      ),
    };
    await emit(...personalDataGathered(request, 'notifications', personalData));
  },
});

/**
 * Mails to the account's addresses while they were its own, and to confirmed addresses that it typed, but not those that another
 * account caused by typing them. Mails about an account are always its own: the last one goes to an address just given up.
 */
function mailsTo(db: EntityManager, { userId, addresses }: DataRequest, operator: string) {
  const ownAddresses = addresses.filter(({ email }) => email !== '');
  return db.query<Mail[]>(
    `SELECT kind, subject, created_at, sent_at, secret, blocks FROM (
       SELECT * FROM mails WHERE contact_id IS NULL AND lower(recipient) = ANY($2) AND EXISTS (
         SELECT 1 FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) AS own (email, since, until)
         WHERE email = lower(recipient) AND CASE WHEN kind = ANY($6)
           THEN ${ACCOUNT} = $5::text
           ELSE (since IS NULL OR created_at >= since) AND (until IS NULL OR created_at < until) END)
       UNION ALL
       SELECT * FROM mails
       WHERE contact_id IN (SELECT id FROM contact_addresses WHERE user_id = $5::int AND confirmed_at IS NOT NULL)) AS mails
     WHERE lower(recipient) <> lower($1) AND state <> 'held' ORDER BY created_at, id`,
    [
      operator,
      ownAddresses.map(({ email }) => email.toLowerCase()),
      ownAddresses.map(({ since }) => since),
      ownAddresses.map(({ until }) => until),
      String(userId),
      OF_ACCOUNT,
    ],
  );
}

const messagesOf = (db: EntityManager, userId: number) =>
  db.query<Mail[]>(`SELECT subject, created_at, blocks FROM mails WHERE ${WRITTEN_BY} ORDER BY created_at, id`, [
    writtenBy(userId),
  ]);

/** Leaves out codes and links, because some of them open something. */
const plainText = (blocks: readonly Block[]): string =>
  blocks
    .map(wordsOf)
    .join('\n\n')
    .replace(/https?:\/\/\S+/g, '[link]');

function wordsOf(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text;
    case 'code':
      return '[code]';
    case 'button':
      return `${block.label}: [link]`;
    case 'rows':
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
    case 'links':
      return [block.title, ...block.links.map(({ label, note }) => `${label} (${note}): [link]`)].join('\n');
  }
}
