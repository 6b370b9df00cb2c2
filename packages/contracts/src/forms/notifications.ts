import { z } from 'zod';
import { ANNOUNCEMENT_LIMITS, SUBSCRIBER_STATUSES } from '../constants';
import { line, paragraph, personName, email, recaptchaToken } from './fields';
import { ListQuery } from './lists';

export const SubscribeForm = z.strictObject({ email });
export type SubscribeForm = z.input<typeof SubscribeForm>;

/** The form of the contact page (docs/product/messages.md#the-contact-page). */
export const FeedbackForm = z.strictObject({
  name: personName(120, 'Name is required'),
  email,
  message: paragraph(5000, 'Message is required'),
  recaptchaToken,
});
export type FeedbackForm = z.input<typeof FeedbackForm>;

/**
 * A message from an account to the admin. `to` must be one of the shop's own addresses (docs/product/messages.md#contact-admin).
 */
export const ContactForm = z.strictObject({
  name: personName(200, 'Name is required'),
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

const { title: TITLE, content: CONTENT } = ANNOUNCEMENT_LIMITS;
const title = line(TITLE.max, 'Title is required').min(TITLE.min, 'Title must be 3 to 100 characters');
/** The text of an announcement. Multipart forms send every line break as CRLF, which would count as two characters. */
const content = z
  .string({ error: 'Content is required' })
  .transform((text) => text.replaceAll('\r\n', '\n'))
  .pipe(paragraph(CONTENT.max, 'Content is required').min(CONTENT.min, 'Content must be 10 to 5000 characters'));

/** The text parts of the multipart form (docs/product/messages.md#announcements); the file is `image`. */
export const AnnouncementFields = z.strictObject({ title, content, is_active: choice.default(true) });
export type AnnouncementFields = z.output<typeof AnnouncementFields>;

/** The same fields for an edit. A field that is not sent stays as it is, and so does the image unless its removal is requested. */
export const AnnouncementEdit = z.strictObject({
  title: title.optional(),
  content: content.optional(),
  is_active: choice.optional(),
  remove_image: choice.default(false),
});

export const AnnouncementStatusForm = z.strictObject({ is_active: z.boolean({ error: 'is_active must be true or false' }) });

/** The query of the admin's list of subscribers; without `status` it lists all of them. */
export const SubscriberListQuery = ListQuery.extend({
  status: z.enum(SUBSCRIBER_STATUSES, 'Must be active or inactive').optional(),
});
export type SubscriberListQuery = z.output<typeof SubscriberListQuery>;
