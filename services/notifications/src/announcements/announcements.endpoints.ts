import { AnnouncementEdit, AnnouncementFields, AnnouncementStatusForm } from '@shop/contracts/forms';
import type { announcementRoutes } from '@shop/contracts/routes';
import type { SavedAnnouncementView } from '@shop/contracts/views';
import { leftBy, notFound, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import { sendObject, type ObjectStorage } from '@shop/storage';
import express, { type Request, type Response } from 'express';
import type { DataSource } from 'typeorm';
import { activeAnnouncements, announcementView, listAnnouncements } from './announcement-queries';
import { Announcement } from './announcement.entity';
import { changeAnnouncement, createAnnouncement, deleteAnnouncement } from './change-announcements';
import { receiveForm } from './receive-form';
import { objectKey, saveImage } from './save-image';

const FILE = /^[0-9a-f]{64}\.webp$/;
const parseJson = express.json({ limit: '4kb' });

const savedView = (announcement: Announcement): SavedAnnouncementView => ({ success: true, ...announcementView(announcement) });

type AnnouncementParts = { source: DataSource; storage: ObjectStorage };

/**
 * The shop's news for visitors (docs/product/messages.md#announcements). No other service copies an announcement, so only the audit
 * log hears of a change, and a deleted announcement leaves no row.
 */
export const announcementHandlers = ({ source, storage }: AnnouncementParts): Handlers<typeof announcementRoutes> => ({
  activeAnnouncements: () => activeAnnouncements(source.manager),
  async announcementImage({ params: { file }, req, res }) {
    if (!FILE.test(file)) throw notFound('file');
    return sendObject(req, res, storage, objectKey(file));
  },
  listAnnouncements: ({ query }) => listAnnouncements(source.manager, query),
  readAnnouncement: async ({ params }) =>
    announcementView(requireAnnouncement(await source.manager.findOneBy(Announcement, params))),
  async addAnnouncement({ req, res, caller }) {
    const signal = leftBy(res);
    const { text, image } = await receiveForm(req, res);
    const { title, content, is_active: isActive } = AnnouncementFields.parse(text);
    const imagePath = image ? await saveImage(storage, image) : null;
    const fields = { title, content, isActive, imagePath };
    // An admin who has left may send the form again, so this one must add nothing.
    signal.throwIfAborted();
    return savedView(await inTx(source, (tx) => createAnnouncement(tx, caller.userId, fields)));
  },
  async changeAnnouncement({ params, req, res, caller }) {
    const signal = leftBy(res);
    // A file for an announcement that does not exist is neither read nor stored.
    if (!(await source.manager.existsBy(Announcement, params))) throw notFound('announcement');
    const change = req.is('application/json') ? await readStatus(req, res) : await readEdit(storage, req, res);
    signal.throwIfAborted();
    return savedView(await inTx(source, (tx) => changeAnnouncement(tx, caller.userId, params.id, change)));
  },
  async deleteAnnouncement({ params, caller }) {
    await inTx(source, (tx) => deleteAnnouncement(tx, caller.userId, params.id));
    return { success: true };
  },
});

type Change = Partial<Pick<Announcement, 'title' | 'content' | 'isActive' | 'imagePath'>>;

/** Reads the form of the switch in the admin's list. */
async function readStatus(req: Request, res: Response): Promise<Change> {
  await new Promise<void>((resolve, reject) => {
    parseJson(req, res, (error?: Error) => (error ? reject(error) : resolve()));
  });
  return { isActive: AnnouncementStatusForm.parse(req.body).is_active };
}

/**
 * Reads the form of the edit page: fields that are not sent stay, and so does the image unless it is to be removed
 * (docs/product/messages.md#editing-announcements).
 */
async function readEdit(storage: ObjectStorage, req: Request, res: Response): Promise<Change> {
  const { text, image } = await receiveForm(req, res);
  const { title, content, is_active: isActive, remove_image: removeImage } = AnnouncementEdit.parse(text);
  return {
    ...(title !== undefined && { title }),
    ...(content !== undefined && { content }),
    ...(isActive !== undefined && { isActive }),
    ...(removeImage && { imagePath: null }),
    ...(image && { imagePath: await saveImage(storage, image) }),
  };
}

function requireAnnouncement(announcement: Announcement | null): Announcement {
  if (!announcement) throw notFound('announcement');
  return announcement;
}
