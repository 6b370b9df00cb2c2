import { ContactForm, FeedbackForm } from '@shop/contracts/forms';
import { endpoint, inTx, invalid, rateLimiter, type BotCheck, type Endpoint } from '@shop/kit';
import type { DataSource } from 'typeorm';
import { sendMessage } from './send-message';

/** `house` is the shop's own address: the only one that messages are sent to. */
export type MessageParts = { source: DataSource; botCheck: BotCheck; house: string; scale: number };

const SENT = { success: true, message: 'Your message has been sent successfully!' };

export function messageEndpoints({ source, botCheck, house, scale }: MessageParts): Endpoint[] {
  const feedback = rateLimiter(source, { name: 'feedback', points: 10, seconds: 3600 }, scale);
  const contact = rateLimiter(source, { name: 'contact', points: 10, seconds: 3600 }, scale);

  return [
    endpoint({
      method: 'post',
      path: '/api/feedback/send-feedback',
      who: 'anyone',
      summary: 'A message from the contact page',
      body: FeedbackForm,
      async handle({ body: { name, email, message, recaptchaToken }, caller }) {
        await feedback.use(caller.address);
        await botCheck(recaptchaToken, 'contactFormSubmit', caller.address);
        const subject = `Message from ${name}`;
        await inTx(source, (tx) =>
          sendMessage(tx, house, { name, email, subject, text: message, userId: null }, caller.requestId),
        );
        return SENT;
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/contact',
      who: 'user',
      summary: 'A message to the admin from the account area',
      body: ContactForm,
      async handle({ body: { to, recaptchaToken, ...message }, caller }) {
        if (to && to !== house.toLowerCase()) throw invalid('to', 'Messages can be sent to the shop only.');
        await contact.use(String(caller.userId));
        await botCheck(recaptchaToken, 'contact', caller.address);
        await inTx(source, (tx) => sendMessage(tx, house, { ...message, userId: caller.userId }, caller.requestId));
        return SENT;
      },
    }),
  ];
}
