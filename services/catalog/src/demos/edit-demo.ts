import { adminActed } from '@shop/contracts/events';
import { DemoFields } from '@shop/contracts/forms';
import { notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { factsOf, subjectOf } from './demo-facts';
import { Demo, type DemoMedia } from './demo.entity';

/** Checks an edit before its files are judged, so that a wrong one is refused early. @throws Refusal 404; ZodError */
export async function checkEdit(db: EntityManager, id: number, changes: object): Promise<void> {
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
