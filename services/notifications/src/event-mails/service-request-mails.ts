import type { Service } from '@shop/contracts/constants';
import type { DataOf, ServiceRequested } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { note, text, type Block } from '../mails/blocks';
import { queueMail } from '../mails/queue-mail';

const NAMES: Record<Service, string> = {
  'music-production': 'Music production',
  'co-producing': 'Co-producing',
  'mixing-mastering': 'Mixing and mastering',
};
/** Characters in an answer that still fit into a table row; longer answers become paragraphs. */
const LONGEST_IN_A_ROW = 32;

const ARRIVED = 'your request has arrived. We will reply to this address within 24-48 hours.';

/**
 * Mails a service request to the operator, who answers by mail, and a copy to the account that sent it. An unconfirmed address gets
 * none of the typed words: a stranger could send anything to anybody that way.
 */
export const serviceRequestReactions = (operator: string) => ({
  async confirmWhenServiceRequested(tx: Tx, request: DataOf<typeof ServiceRequested>) {
    const { requestId, name, email, accountEmail } = request;
    const service = NAMES[request.service];
    const differs = accountEmail !== null && accountEmail.toLowerCase() !== email.toLowerCase();
    await queueMail(tx, {
      kind: 'service-request',
      about: String(requestId),
      recipient: operator,
      subject: `${service} request #${requestId} from ${name}`,
      blocks: [
        text(`${name} (${accountEmail ?? email}, user ${request.buyerId}) sent a ${service.toLowerCase()} request:`),
        ...requestBlocks(request),
        ...(differs ? [note(`The address in the form is another one, which nobody has confirmed: ${email}`)] : []),
      ],
      replyTo: accountEmail ?? email,
    });
    await queueMail(tx, {
      kind: 'service-request-confirmation',
      about: String(requestId),
      recipient: accountEmail ?? email,
      subject: `We have your ${service.toLowerCase()} request`,
      blocks: [
        ...(accountEmail === null
          ? [text(`Hello, ${ARRIVED}`)]
          : [text(`Hello ${name}, ${ARRIVED} This is what you sent:`), ...requestBlocks(request)]),
        note('Nothing is ordered or charged until we have agreed on it with you.'),
      ],
      replyTo: operator,
    });
  },
});

function requestBlocks({ wishes, description }: DataOf<typeof ServiceRequested>): Block[] {
  const short = wishes.filter(({ answer }) => answer.length <= LONGEST_IN_A_ROW);
  const long = wishes.filter(({ answer }) => answer.length > LONGEST_IN_A_ROW);
  const lines = description.split(/\n+/).filter((line) => line.trim() !== '');
  return [
    ...(short.length > 0
      ? [{ kind: 'rows' as const, rows: short.map((wish) => ({ label: wish.asked, value: wish.answer })) }]
      : []),
    ...long.map((wish) => text(`${wish.asked}: ${wish.answer}`)),
    ...lines.map(text),
  ];
}
