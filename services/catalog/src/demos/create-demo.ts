import { adminActed } from '@shop/contracts/events';
import { invalid } from '@shop/http';
import type { Tx } from '@shop/messaging';
import { addedBy } from '../media/added-by';
import { saveMedia, type MediaFiles, type MediaParts, type Sender } from '../media/save-media';
import { factsOf, subjectOf } from './demo-facts';
import { Demo, type DemoMedia } from './demo.entity';

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
