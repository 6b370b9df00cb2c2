import type { Tx } from '@shop/messaging';
import { text } from '../mails/blocks';
import { queueMail } from '../mails/queue-mail';

export type Message = { name: string; email: string; subject: string; text: string; userId: number | null };

/** Mails a message to the operator; an answer goes to its sender. `wish` is the request: each is mailed once. */
export async function sendMessage(tx: Tx, operator: string, message: Message, wish: string): Promise<void> {
  await queueMail(tx, {
    kind: 'message',
    about: wish,
    recipient: operator,
    replyTo: message.email,
    subject: message.subject,
    blocks: [
      ...message.text.split(/(?:\r?\n)+/).map(text),
      {
        kind: 'rows',
        rows: [
          { label: 'From', value: message.name },
          { label: 'E-mail', value: message.email },
          { label: 'Account', value: message.userId === null ? 'visitor' : `user ${message.userId}` },
        ],
      },
    ],
  });
}
