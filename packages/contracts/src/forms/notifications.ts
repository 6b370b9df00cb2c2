import { z } from 'zod';
import { line, paragraph, email, recaptchaToken } from './fields';

export const SubscribeForm = z.strictObject({ email });
export type SubscribeForm = z.input<typeof SubscribeForm>;

/** The contact page (spec 1 §2, §5). */
export const FeedbackForm = z.strictObject({
  name: line(120, 'Name is required'),
  email,
  message: paragraph(5000, 'Message is required'),
  recaptchaToken,
});
export type FeedbackForm = z.input<typeof FeedbackForm>;

/** A message to the admin out of the account; `to` is only an address of the shop's own (decision 11). */
export const ContactForm = z.strictObject({
  name: line(200, 'Name is required'),
  email,
  subject: line(150, 'Subject is required'),
  text: paragraph(5000, 'Message is required'),
  to: z.union([z.literal(''), email]).nullish(),
  recaptchaToken,
});
export type ContactForm = z.input<typeof ContactForm>;

const choice = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], {
  error: 'Must be true or false',
});

/** The text parts of the multipart form (spec 3 §5); the file is `image`, and no file keeps the one there is (decision 29). */
export const AnnouncementFields = z.strictObject({
  title: line(100, 'Title is required').min(3, 'Title must be 3 to 100 characters'),
  content: paragraph(5000, 'Content is required').min(10, 'Content must be 10 to 5000 characters'),
  is_active: choice.default(true),
  remove_image: choice.default(false),
});
export type AnnouncementFields = z.output<typeof AnnouncementFields>;

export const AnnouncementStatusForm = z.strictObject({ is_active: z.boolean({ error: 'is_active must be true or false' }) });
