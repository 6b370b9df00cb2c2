import type { messageRoutes } from '@shop/contracts/routes';
import { invalid, rateLimiter, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { BotCheck } from '@shop/shared';
import type { DataSource } from 'typeorm';
import { sendMessage } from './send-message';

/** `house` is the shop's own address: the only one that messages are sent to. */
export type MessageParts = { source: DataSource; botCheck: BotCheck; house: string; rateScale: number };

const SENT = { success: true, message: 'Your message has been sent successfully!' } as const;

export function messageHandlers({ source, botCheck, house, rateScale }: MessageParts): Handlers<typeof messageRoutes> {
  const feedback = rateLimiter(source, { name: 'feedback', points: 10, seconds: 3600 }, rateScale);
  const contact = rateLimiter(source, { name: 'contact', points: 10, seconds: 3600 }, rateScale);

  return {
    async sendFeedback({ body: { name, email, message, recaptchaToken }, caller }) {
      await feedback.use(caller.address);
      await botCheck(recaptchaToken, 'contactFormSubmit', caller.address);
      const subject = `Message from ${name}`;
      await inTx(source, (tx) => sendMessage(tx, house, { name, email, subject, text: message, userId: null }, caller.requestId));
      return SENT;
    },
    async writeToAdmin({ body: { to, recaptchaToken, ...message }, caller }) {
      if (to && to !== house.toLowerCase()) throw invalid('to', 'Messages can be sent to the shop only.');
      await contact.use(String(caller.userId));
      await botCheck(recaptchaToken, 'contact', caller.address);
      await inTx(source, (tx) => sendMessage(tx, house, { ...message, userId: caller.userId }, caller.requestId));
      return SENT;
    },
  };
}
