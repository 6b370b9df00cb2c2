import type { ListQuery } from '@shop/contracts/forms';
import type { AnnouncementView, Page } from '@shop/contracts/views';
import { ILike, type EntityManager } from 'typeorm';
import { containing, orderOf, paginationOf, offsetOf } from '../admin-list';
import { Announcement } from './announcement.entity';

/** What a list without `page` answers at most (decision 31). */
const NEWEST = 1000;

export const announcementView = (announcement: Announcement): AnnouncementView => ({
  id: announcement.id,
  title: announcement.title,
  content: announcement.content,
  image_path: announcement.imagePath,
  is_active: announcement.isActive,
  created_at: announcement.createdAt.toISOString(),
});

/** What visitors are shown, newest first (spec 3 §2). */
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

/** All of them for the admin's list, newest first; `q` searches the titles (decision 62). @throws Refusal 400 on an unknown `sort`. */
export async function listAnnouncements(db: EntityManager, query: ListQuery): Promise<Page<AnnouncementView>> {
  const asked = { ...query, limit: query.page === undefined ? NEWEST : query.limit };
  const [found, total] = await db
    .createQueryBuilder(Announcement, 'announcement')
    .where(query.q ? { title: ILike(containing(query.q)) } : {})
    .orderBy(orderOf(query.sort, SORTS))
    .offset(offsetOf(asked))
    .limit(asked.limit)
    .getManyAndCount();
  return { success: true, data: found.map(announcementView), pagination: paginationOf(asked, total) };
}
