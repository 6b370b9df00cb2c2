import type { ListQuery } from '@shop/contracts/forms';
import type { AnnouncementView, Page } from '@shop/contracts/views';
import { ILike, type EntityManager } from 'typeorm';
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

/** All of them for the admin's list, newest first; `q` searches the titles (decision 62). */
export async function listAnnouncements(db: EntityManager, query: ListQuery): Promise<Page<AnnouncementView>> {
  const { page = 1, q } = query;
  const limit = query.page === undefined ? NEWEST : query.limit;
  const [found, total] = await db.findAndCount(Announcement, {
    where: q ? { title: ILike(`%${q.replace(/[\\%_]/g, '\\$&')}%`) } : {},
    order: { id: 'DESC' },
    skip: (page - 1) * limit,
    take: limit,
  });
  const totalPages = Math.max(1, Math.ceil(total / limit));
  return { success: true, data: found.map(announcementView), pagination: { page, limit, total, totalPages } };
}
