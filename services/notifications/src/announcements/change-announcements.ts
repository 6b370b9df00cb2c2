import { adminActed } from '@shop/contracts/events';
import { notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { Announcement } from './announcement.entity';

type Fields = Pick<Announcement, 'title' | 'content' | 'isActive' | 'imagePath'>;

/**
 * Adds an announcement (docs/product/messages.md#editing-announcements); the admin's act goes to the audit log. `imagePath` is
 * the address of an image that `saveImage` has stored.
 * @returns the announcement
 */
export async function createAnnouncement({ db, emit }: Tx, adminId: number, fields: Fields): Promise<Announcement> {
  const announcement = await db.save(Object.assign(new Announcement(), fields));
  await emit(
    ...adminActed(adminId, 'announcement.created', subjectOf(announcement), { before: null, after: facts(announcement) }),
  );
  return announcement;
}

/**
 * Changes the given fields; the admin's act goes to the audit log.
 * @returns the announcement as it is now
 * @throws Refusal 404
 */
export async function changeAnnouncement(
  { db, emit }: Tx,
  adminId: number,
  id: number,
  change: Partial<Fields>,
): Promise<Announcement> {
  const announcement = await locked(db, Announcement, { id });
  if (!announcement) throw notFound('announcement');
  const before = facts(announcement);
  const changedAnnouncement = await db.save(Object.assign(announcement, change));
  await emit(
    ...adminActed(adminId, 'announcement.changed', subjectOf(changedAnnouncement), { before, after: facts(changedAnnouncement) }),
  );
  return changedAnnouncement;
}

/** Deletes an announcement; the admin's act goes to the audit log. @throws Refusal 404 */
export async function deleteAnnouncement({ db, emit }: Tx, adminId: number, id: number): Promise<void> {
  const announcement = await locked(db, Announcement, { id });
  if (!announcement) throw notFound('announcement');
  await db.delete(Announcement, { id });
  await emit(
    ...adminActed(adminId, 'announcement.deleted', subjectOf(announcement), { before: facts(announcement), after: null }),
  );
}

const subjectOf = ({ id, title }: Announcement) => ({ type: 'announcement', id, name: title });

const facts = ({ title, content, isActive, imagePath }: Fields) => ({
  title,
  content,
  is_active: isActive,
  image_path: imagePath,
});
