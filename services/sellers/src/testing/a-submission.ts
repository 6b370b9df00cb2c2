import { TrackSubmissionForm, type TrackSubmissionInput } from '@shop/contracts/forms';
import { asUser, forEachTest, openTestDatabase } from '@shop/runtime/testing';
import type { BotCheck } from '@shop/shared';
import type { Express } from 'express';
import request from 'supertest';
import type { DataSource } from 'typeorm';
import { schema } from '../database';
import { Seller } from '../stores/seller.entity';
import { Submission } from '../submissions/submission.entity';
import { sellersApp } from './sellers-app';

/** The form of a submission as a seller fills it in. */
export const aTrack = (fields: Partial<Record<keyof TrackSubmissionInput, unknown>> = {}) => ({
  storeName: 'Night Freight',
  trackName: 'Harbour Lights',
  price: 349,
  genre: 'Deep House',
  bpm: 122,
  key: 'F#',
  trackFilesLink: 'https://www.dropbox.com/s/abc/harbour.zip',
  projectFilesLink: 'https://we.tl/t-xyz',
  contactEmail: 'Nora@example.com',
  ...fields,
});

export const aSubmission = (now: Date, fields: Partial<Submission> = {}) =>
  Object.assign(Submission.fresh(1, TrackSubmissionForm.parse(aTrack()), now), { id: 1, ...fields });

export const aStore = (source: DataSource, fields: Partial<Seller> = {}) =>
  source.manager.save(
    source.manager.create(Seller, { userId: 7, storeName: 'Night Freight', status: 'active', socialLink: null, ...fields }),
  );

/** The review queue behind HTTP, with its own database. */
export async function openQueue({
  rateScale = 100,
  botCheck = () => Promise.resolve(),
}: { rateScale?: number; botCheck?: BotCheck } = {}) {
  const db = await openTestDatabase(schema);
  const app = sellersApp(db.source, { botCheck, rateScale });
  return { ...db, app, send: send(app), close: db.drop };
}
export type Queue = Awaited<ReturnType<typeof openQueue>>;

/** Opens a queue for each test of a file. */
export const useQueue = () => forEachTest(openQueue);

const send =
  (app: Express) =>
  (body: object = aTrack(), userId = 7) =>
    request(app).post('/api/track-submissions').set(asUser(userId)).send(body);
