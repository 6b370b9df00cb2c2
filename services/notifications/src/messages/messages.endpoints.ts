import { LIMITS, type messageRoutes } from '@shop/contracts/routes';
import { invalid, rateLimiter, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { BotCheck } from '@shop/shared';
import type { DataSource } from 'typeorm';
import { sendMessage } from './send-message';

const SENT = { success: true, message: 'Your message has been sent successfully!' } as const;

type MessageParts = { source: DataSource; botCheck: BotCheck; operator: string; rateScale: number };

export function messageHandlers({ source, botCheck, operator, rateScale }: MessageParts): Handlers<typeof messageRoutes> {
  const feedback = rateLimiter(source, LIMITS.feedback, rateScale);
  const contact = rateLimiter(source, LIMITS.messages, rateScale);

  return {
    async sendFeedback({ body: { name, email, message, recaptchaToken }, caller }) {
      await feedback.use(caller.address);
      await botCheck(recaptchaToken, 'contactFormSubmit', caller.address);
      const subject = `Message from ${name}`;
      await inTx(source, (tx) =>
        sendMessage(tx, operator, { name, email, subject, text: message, userId: null }, caller.requestId),
      );
      return SENT;
    },
    async writeToAdmin({ body: { to, recaptchaToken, ...message }, caller }) {
      if (to && to !== operator.toLowerCase()) throw invalid('to', 'Messages can be sent to the shop only.');
      await contact.use(String(caller.userId));
      await botCheck(recaptchaToken, 'contact', caller.address);
      await inTx(source, (tx) => sendMessage(tx, operator, { ...message, userId: caller.userId }, caller.requestId));
      return SENT;
    },
  };
}
