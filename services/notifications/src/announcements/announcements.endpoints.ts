import { MAY } from '@shop/contracts/constants';
import { AnnouncementEdit, AnnouncementFields, AnnouncementStatusForm, id, ListQuery } from '@shop/contracts/forms';
import type { AnnouncementView } from '@shop/contracts/views';
import { endpoint, inTx, notFound, sendObject, type Endpoint, type ObjectStorage } from '@shop/kit';
import express, { type Request, type Response } from 'express';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { activeAnnouncements, announcementView, listAnnouncements } from './announcement-queries';
import { Announcement } from './announcement.entity';
import { changeAnnouncement, createAnnouncement, deleteAnnouncement } from './change-announcements';
import { receiveForm } from './receive-form';
import { objectKey, saveImage } from './save-image';

export type AnnouncementParts = { source: DataSource; storage: ObjectStorage };

const Id = z.object({ id });
const MULTIPART = 'multipart/form-data';
const FILE = /^[0-9a-f]{64}\.webp$/;
const parseJson = express.json({ limit: '4kb' });

const saved = (announcement: Announcement): { success: true } & AnnouncementView => ({
  success: true,
  ...announcementView(announcement),
});

/** What the shop tells its visitors (spec 3 §2, §7). Nobody else keeps copies: only the audit log hears of a change, and deleting deletes. */
export const announcementEndpoints = (parts: AnnouncementParts): Endpoint[] => [
  ...publicEndpoints(parts),
  ...adminEndpoints(parts),
];

const publicEndpoints = ({ source, storage }: AnnouncementParts): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/api/announcements/active',
    who: 'anyone',
    summary: 'What visitors are shown, newest first',
    handle: () => activeAnnouncements(source.manager),
  }),
  endpoint({
    method: 'get',
    path: '/media/notifications/:file',
    who: 'anyone',
    summary: 'The image of an announcement, never changing',
    params: z.object({ file: z.string() }),
    handle({ params: { file }, req, res }) {
      if (!FILE.test(file)) throw notFound('file');
      return sendObject(req, res, storage, objectKey(file));
    },
  }),
];

const adminEndpoints = ({ source, storage }: AnnouncementParts): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/api/announcements',
    who: { roles: MAY.readPeople },
    summary: 'All announcements, newest first',
    query: ListQuery,
    handle: ({ query }) => listAnnouncements(source.manager, query),
  }),
  endpoint({
    method: 'get',
    path: '/api/announcements/:id',
    who: { roles: MAY.readPeople },
    summary: 'One announcement',
    params: Id,
    handle: async ({ params }) => announcementView(found(await source.manager.findOneBy(Announcement, params))),
  }),
  endpoint({
    method: 'post',
    path: '/api/announcements',
    who: { roles: MAY.changePeople },
    summary: 'Adds an announcement: title, content, is_active, image',
    status: 201,
    accepts: MULTIPART,
    async handle({ req, res, caller }) {
      const { text, image } = await receiveForm(req, res);
      const { title, content, is_active: isActive } = AnnouncementFields.parse(text);
      const imagePath = image ? await saveImage(storage, image) : null;
      const fields = { title, content, isActive, imagePath };
      return saved(await inTx(source, (tx) => createAnnouncement(tx, caller.userId!, fields)));
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/announcements/:id',
    who: { roles: MAY.changePeople },
    summary: 'Changes an announcement; JSON with is_active alone shows or hides it',
    params: Id,
    accepts: MULTIPART,
    async handle({ params, req, res, caller }) {
      // a file for what does not exist is neither read nor kept
      if (!(await source.manager.existsBy(Announcement, params))) throw notFound('announcement');
      const change = req.is('application/json') ? await readStatus(req, res) : await readEdit(storage, req, res);
      return saved(await inTx(source, (tx) => changeAnnouncement(tx, caller.userId!, params.id, change)));
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/announcements/:id',
    who: { roles: MAY.changePeople },
    summary: 'Deletes an announcement',
    params: Id,
    async handle({ params, caller }) {
      await inTx(source, (tx) => deleteAnnouncement(tx, caller.userId!, params.id));
      return { success: true };
    },
  }),
];

type Change = Partial<Pick<Announcement, 'title' | 'content' | 'isActive' | 'imagePath'>>;

/** The status toggle of the list. */
async function readStatus(req: Request, res: Response): Promise<Change> {
  await new Promise<void>((resolve, reject) => {
    parseJson(req, res, (error?: Error) => (error ? reject(error) : resolve()));
  });
  return { isActive: AnnouncementStatusForm.parse(req.body).is_active };
}

/** The form of the edit page; what is not sent stays, the image too unless it is to be removed (decision 29). */
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

function found(announcement: Announcement | null): Announcement {
  if (!announcement) throw notFound('announcement');
  return announcement;
}
