import type { Pagination } from './shared';

/** `content` is markdown; `image_path` is relative to the gateway's origin (decision 58). */
export type AnnouncementView = {
  id: number;
  title: string;
  content: string;
  image_path: string | null;
  is_active: boolean;
  created_at: string;
};

/** Somebody who asked for the newsletter; never the tokens of his links. */
export type SubscriberView = { id: number; email: string; is_active: boolean; created_at: string; updated_at: string };

/** The admin's list, under its documented key (spec 3 §7, decision 62). */
export type SubscribersView = { success: true; subscribers: SubscriberView[]; pagination: Pagination };
