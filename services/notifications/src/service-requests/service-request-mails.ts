import type { Service } from '@shop/contracts/constants';
import type { DataOf, ServiceRequested } from '@shop/contracts/events';
import type { Tx } from '@shop/kit';
import { note, text, type Block } from '../mails/blocks';
import { queueMail } from '../mails/queue-mail';

const NAMES: Record<Service, string> = {
  'music-production': 'Music production',
  'co-producing': 'Co-producing',
  'mixing-mastering': 'Mixing and mastering',
};
/** A row does not break: what is longer gets a paragraph. */
const LONGEST_IN_A_ROW = 32;

/** An order of a service: to the house, which answers it by mail, and a copy to whoever sent it. */
export const serviceRequestReactions = (house: string) => ({
  async confirmWhenServiceRequested(tx: Tx, request: DataOf<typeof ServiceRequested>) {
    const { requestId, name, email } = request;
    const service = NAMES[request.service];
    await queueMail(tx, {
      kind: 'service-request',
      about: String(requestId),
      recipient: house,
      subject: `${service} request #${requestId} from ${name}`,
      blocks: [text(`${name} (${email}, user ${request.buyerId}) sent a ${service.toLowerCase()} request:`), ...asked(request)],
      replyTo: email,
    });
    await queueMail(tx, {
      kind: 'service-request-confirmation',
      about: String(requestId),
      recipient: email,
      subject: `We have your ${service.toLowerCase()} request`,
      blocks: [
        text(`Hello ${name}, your request has arrived. We will reply to this address within 24-48 hours. This is what you sent:`),
        ...asked(request),
        note('Nothing is ordered or charged until we have agreed on it with you.'),
      ],
      replyTo: house,
    });
  },
});

function asked({ wishes, description }: DataOf<typeof ServiceRequested>): Block[] {
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
