import { AnnouncementFields, AnnouncementStatusForm, id, ListQuery } from '@shop/contracts/forms';
import type { AnnouncementView } from '@shop/contracts/views';
import { endpoint, inTx, locked, notFound, sendObject, type Endpoint, type ObjectStorage } from '@shop/kit';
import express, { type Request, type Response } from 'express';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { activeAnnouncements, announcementView, listAnnouncements } from './announcement-queries';
import { Announcement } from './announcement.entity';
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

/** What the shop tells its visitors (spec 3 §2, §7). Nobody else keeps copies: no events, and deleting deletes. */
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
    who: 'admin',
    summary: 'All announcements, newest first',
    query: ListQuery,
    handle: ({ query }) => listAnnouncements(source.manager, query),
  }),
  endpoint({
    method: 'get',
    path: '/api/announcements/:id',
    who: 'admin',
    summary: 'One announcement',
    params: Id,
    handle: async ({ params }) => announcementView(found(await source.manager.findOneBy(Announcement, params))),
  }),
  endpoint({
    method: 'post',
    path: '/api/announcements',
    who: 'admin',
    summary: 'Adds an announcement: title, content, is_active, image',
    status: 201,
    accepts: MULTIPART,
    async handle({ req, res }) {
      const { text, image } = await receiveForm(req, res);
      const { title, content, is_active: isActive } = AnnouncementFields.parse(text);
      const imagePath = image ? await saveImage(storage, image) : null;
      return saved(await source.manager.save(Object.assign(new Announcement(), { title, content, isActive, imagePath })));
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/announcements/:id',
    who: 'admin',
    summary: 'Changes an announcement; JSON with is_active alone shows or hides it',
    params: Id,
    accepts: MULTIPART,
    async handle({ params, req, res }) {
      const kept = found(await source.manager.findOneBy(Announcement, params));
      const change = req.is('application/json') ? await readStatus(req, res) : await readEdit(storage, kept, req, res);
      return inTx(source, async ({ db }) => {
        const announcement = found(await locked(db, Announcement, { id: params.id }));
        return saved(await db.save(Object.assign(announcement, change)));
      });
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/announcements/:id',
    who: 'admin',
    summary: 'Deletes an announcement',
    params: Id,
    async handle({ params }) {
      const { affected } = await source.manager.delete(Announcement, params);
      if (!affected) throw notFound('announcement');
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
async function readEdit(storage: ObjectStorage, kept: Announcement, req: Request, res: Response): Promise<Change> {
  const { text, image } = await receiveForm(req, res);
  const fields = AnnouncementFields.parse({ title: kept.title, content: kept.content, is_active: kept.isActive, ...text });
  const change = { title: fields.title, content: fields.content, isActive: fields.is_active };
  if (image) return { ...change, imagePath: await saveImage(storage, image) };
  return fields.remove_image ? { ...change, imagePath: null } : change;
}

function found(announcement: Announcement | null): Announcement {
  if (!announcement) throw notFound('announcement');
  return announcement;
}
