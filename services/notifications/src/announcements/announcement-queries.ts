import type { ListQuery } from '@shop/contracts/forms';
import type { AnnouncementView, Page } from '@shop/contracts/views';
import { containing, pageOf, sortedBy, windowOf } from '@shop/shared';
import { Raw, type EntityManager } from 'typeorm';
import { Announcement } from './announcement.entity';

export const announcementView = (announcement: Announcement): AnnouncementView => ({
  id: announcement.id,
  title: announcement.title,
  content: announcement.content,
  image_path: announcement.imagePath,
  is_active: announcement.isActive,
  created_at: announcement.createdAt.toISOString(),
});

/** The announcements that visitors see now: the newest 20 active ones, newest first. */
export async function activeAnnouncements(db: EntityManager): Promise<AnnouncementView[]> {
  const active = await db.find(Announcement, { where: { isActive: true }, order: { id: 'DESC' }, take: 20 });
  return active.map(announcementView);
}

const SORTS = {
  id: 'announcement.id',
  title: 'lower(announcement.title)',
  is_active: 'announcement.isActive',
  created_at: 'announcement.createdAt',
};

/**
 * Announcements for the admin's list, newest first unless the query sorts otherwise; `q` searches the titles.
 * @throws Refusal 400 with field `sort` for an unknown order
 */
export async function listAnnouncements(db: EntityManager, query: ListQuery): Promise<Page<AnnouncementView>> {
  const { skip, take } = windowOf(query);
  const [announcements, total] = await db
    .createQueryBuilder(Announcement, 'announcement')
    .where(query.q ? { title: Raw((title) => `${title} ~* :pattern`, { pattern: containing(query.q) }) } : {})
    .orderBy(sortedBy(query.sort, SORTS, SORTS.id))
    .offset(skip)
    .limit(take)
    .getManyAndCount();
  return pageOf(query, total, announcements.map(announcementView));
}
