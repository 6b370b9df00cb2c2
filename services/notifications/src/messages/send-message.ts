import type { Tx } from '@shop/messaging';
import { text } from '../mails/blocks';
import { queueMail } from '../mails/queue-mail';

type Message = { name: string; email: string; subject: string; text: string; userId: number | null };

/** Mails a message to the operator; an answer goes to its sender. `wish` is the request: each is mailed once. */
export async function sendMessage(tx: Tx, operator: string, message: Message, wish: string): Promise<void> {
  await queueMail(tx, {
    kind: 'message',
    about: wish,
    recipient: operator,
    replyTo: message.email,
    concerns: message.userId === null ? {} : { account: [message.userId] },
    subject: message.subject,
    blocks: [
      ...message.text.split(/(?:\r?\n)+/).map(text),
      {
        kind: 'rows',
        rows: [{ label: 'From', value: message.name }, { label: 'E-mail', value: message.email }, sender(message.userId)],
      },
    ],
  });
}

const sender = (userId: number | null) => ({ label: 'Account', value: userId === null ? 'visitor' : `user ${userId}` });

/** SQL for the messages of an account. Messages of visitors belong to no account, because a visitor may type any address. */
export const WRITTEN_BY = `kind = 'message' AND blocks @> $1`;
export const writtenBy = (userId: number) => JSON.stringify([{ kind: 'rows', rows: [sender(userId)] }]);
