import { z } from 'zod';
import { at, Pagination } from './shared';

const announcement = {
  id: z.int(),
  title: z.string(),
  content: z.string().meta({ description: 'Markdown' }),
  image_path: z.string().nullable().meta({ description: "Relative to the gateway's origin" }),
  is_active: z.boolean(),
  created_at: at,
};

/** `content` is markdown; `image_path` is relative to the gateway's origin. */
export const AnnouncementView = z.strictObject(announcement).meta({ id: 'Announcement' });
export type AnnouncementView = z.output<typeof AnnouncementView>;

/** An announcement after a change. */
export const SavedAnnouncementView = z
  .strictObject({ success: z.literal(true), ...announcement })
  .meta({ id: 'SavedAnnouncement' });
export type SavedAnnouncementView = z.output<typeof SavedAnnouncementView>;

/** A subscriber of the newsletter, without the tokens of their links. */
export const SubscriberView = z
  .strictObject({ id: z.int(), email: z.string(), is_active: z.boolean(), created_at: at, updated_at: at })
  .meta({ id: 'Subscriber' });
export type SubscriberView = z.output<typeof SubscriberView>;

/** The result of the last check of a sealed journal (docs/product/administration.md#audit-log). */
export const SealChecksView = z
  .strictObject({
    success: z.literal(true),
    data: z.array(
      z.strictObject({
        journal: z.string().meta({ description: '`audit log` or `ledger`' }),
        checked_at: at,
        head: z
          .strictObject({ number: z.int(), hash: z.string() })
          .nullable()
          .meta({ description: 'The last seal; null before the first' }),
        findings: z.array(z.string()).meta({ description: 'What is not as it was sealed' }),
      }),
    ),
  })
  .meta({ id: 'SealChecks' });
export type SealChecksView = z.output<typeof SealChecksView>;

/** The admin's list of subscribers, under its own key (docs/product/newsletter.md#subscribers). */
export const SubscribersView = z.strictObject({
  success: z.literal(true),
  subscribers: z.array(SubscriberView),
  pagination: Pagination,
});
export type SubscribersView = z.output<typeof SubscribersView>;
