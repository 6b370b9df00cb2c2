import type { ListQuery } from '@shop/contracts/forms';
import type { AnnouncementView, Page } from '@shop/contracts/views';
import { containing, pageOf, sortedBy, windowOf } from '@shop/shared';
import { ILike, type EntityManager } from 'typeorm';
import { Announcement } from './announcement.entity';

export const announcementView = (announcement: Announcement): AnnouncementView => ({
  id: announcement.id,
  title: announcement.title,
  content: announcement.content,
  image_path: announcement.imagePath,
  is_active: announcement.isActive,
  created_at: announcement.createdAt.toISOString(),
});

/** What visitors are shown, newest first. */
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

/** All of them for the admin's list, newest first; `q` searches the titles. @throws Refusal 400 on an unknown `sort`. */
export async function listAnnouncements(db: EntityManager, query: ListQuery): Promise<Page<AnnouncementView>> {
  const { skip, take } = windowOf(query);
  const [found, total] = await db
    .createQueryBuilder(Announcement, 'announcement')
    .where(query.q ? { title: ILike(containing(query.q)) } : {})
    .orderBy(sortedBy(query.sort, SORTS, SORTS.id))
    .offset(skip)
    .limit(take)
    .getManyAndCount();
  return pageOf(query, total, found.map(announcementView));
}
