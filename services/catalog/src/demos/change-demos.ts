import { adminActed } from '@shop/contracts/events';
import { invalid, notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { DemoFields } from '@shop/contracts/forms';
import type { EntityManager } from 'typeorm';
import { addedBy } from '../media/added-by';
import { saveMedia, type MediaFiles, type MediaParts, type Sender } from '../media/save-media';
import { Demo, factsOf, subjectOf, type DemoMedia } from './demo.entity';

/** Stores the media of a new demo track, which has both files. @throws Refusal 400 or 415 with the field */
export async function newMedia(parts: MediaParts, { img, audio }: MediaFiles, sender: Sender): Promise<DemoMedia> {
  if (!img) throw invalid('img', 'Please choose an image.');
  if (!audio) throw invalid('audio', 'Please choose an audio file.');
  return (await saveMedia(parts, { img, audio }, sender)) as DemoMedia;
}

/**
 * Adds a demo track (docs/product/catalogue.md#demo-tracks); the admin's act goes to the audit log. A form that is sent again
 * adds nothing.
 * @returns the track
 * @throws Refusal 409 `added-already`
 */
export async function createDemo({ db, emit }: Tx, adminId: number, fresh: Demo): Promise<Demo> {
  const earlierDemo = await addedBy(db, Demo, fresh, factsOf);
  if (earlierDemo) return earlierDemo;
  const demo = await db.save(fresh);
  await emit(...adminActed(adminId, 'demo.created', subjectOf(demo), { before: null, after: factsOf(demo) }));
  return demo;
}

/** Checks an edit before its files are judged, so that a wrong one is refused early. @throws Refusal 404; ZodError */
export async function checkDemoEdit(db: EntityManager, id: number, changes: object): Promise<void> {
  const demo = await db.findOneBy(Demo, { id });
  if (!demo) throw notFound('demo track');
  formWith(demo, changes);
}

/**
 * Changes a demo track; the admin's act goes to the audit log. Fields and media that are not given stay as they are now.
 * @returns the track
 * @throws Refusal 404; ZodError
 */
export async function editDemo(
  { db, emit }: Tx,
  adminId: number,
  id: number,
  changes: object,
  media: Partial<DemoMedia>,
): Promise<Demo> {
  const demo = await locked(db, Demo, { id });
  if (!demo) throw notFound('demo track');
  const [subject, before] = [subjectOf(demo), factsOf(demo)];
  await db.save(Object.assign(demo, formWith(demo, changes), media));
  await emit(...adminActed(adminId, 'demo.changed', subject, { before, after: factsOf(demo) }));
  return demo;
}

const formWith = ({ name, category }: Demo, changes: object) => DemoFields.parse({ name, category, ...changes });

/** Deletes a demo track: nothing refers to it, so no row stays. The admin's act goes to the audit log. @throws Refusal 404 */
export async function deleteDemo({ db, emit }: Tx, adminId: number, id: number): Promise<void> {
  const demo = await locked(db, Demo, { id });
  if (!demo) throw notFound('demo track');
  await emit(...adminActed(adminId, 'demo.deleted', subjectOf(demo), { before: factsOf(demo), after: null }));
  await db.delete(Demo, { id });
}
